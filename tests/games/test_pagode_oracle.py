"""The compiled rules of Pagode against the plain ones: whole games in lockstep, and positions made to be tight."""

import copy
from typing import Any

import numpy as np
import pytest

from effort import EFFORT
from games.pagode_oracle import LETTERS, Table, table_of, tiles_of
from yonto.core.contract import CHANCE, Game, State
from yonto.core.rng import Rng, below, pick, seeded
from yonto.games import load
from yonto.games.pagode import rules
from yonto.games.pagode import state as t
from yonto.games.pagode.view import view as see

GAME = load("pagode")
BACKS = "VYGBR/RRBBG/YVRGB/BBBBB/GRYVV"
VARIANTS = [*GAME.variants(), {"quick": "on", "beginner": "off", "tiles": BACKS}]
OLD = load("pagode", 1)
TABLES = [*((GAME, options) for options in VARIANTS), *((OLD, options) for options in OLD.variants())]


def name(options: dict[str, str]) -> str:
    return "-".join(options.values()).replace("/", ".")


def counted(counts: Any) -> list[str]:
    return [letter for letter, n in zip(LETTERS, counts, strict=True) for _ in range(int(n))]


def compare(state: State, table: Table) -> None:
    """Everything on the two tables is the same."""
    for seat in range(2):
        assert counted(state.reserve[seat]) == sorted(table.reserve[seat], key=LETTERS.index)
        assert counted(state.hand[seat]) == sorted(table.hand[seat], key=LETTERS.index)
        assert counted(state.known[seat]) == sorted(table.known[seat], key=LETTERS.index)
        assert [int(n) for n in state.uses[seat]] == [table.marker[seat][c] for c in LETTERS]
    assert [int(p) for p in state.points] == table.points
    assert counted(state.deck) == sorted(table.deck, key=LETTERS.index)
    assert counted(state.discard) == sorted(table.discard, key=LETTERS.index)
    assert rules.is_over(state) == table.over
    assert sum(table.points) == table.worth()
    view = see(state, None)
    assert view.complete == table.complete()
    assert [[[f.colour, f.columns] for f in p.floors] for p in view.sites] == [tower.floors for tower in table.towers]
    assert [p.spire for p in view.sites] == [tower.spire for tower in table.towers]


def plain(game: Game, options: dict[str, str]) -> Table:
    table = Table(quick=options["quick"] == "on", beginner=options["beginner"] == "on")
    table.supply = set(tiles_of(options.get("tiles", "standard")))
    table.announced = game is OLD or options.get("fan") == "announced"
    table.dragon_first = game is OLD
    return table


def in_step(game: Game, state: State, table: Table, rng: Rng, turns: int = 1000) -> None:
    """A game at random on both tables, compared at every step, for so many turns."""
    while not rules.is_over(state) and state.turns < turns:
        compare(state, table)
        who = rules.to_move(state)
        if who == CHANCE:
            outcomes, weights = game.chance(state)
            action = outcomes[pick(rng, np.array(weights), len(weights))]
            table.draw(game.write(state, action))
        else:
            actions = game.legal(state)
            assert who == table.seat
            assert {game.write(state, a) for a in actions} == table.moves()
            action = actions[below(rng, len(actions))]
            table.do(game.write(state, action))
        rules.apply(state, action)
    compare(state, table)


@pytest.mark.rule("P7", "P13", "P15", "P20", "P21", "P25", "P28", "P29")
@pytest.mark.parametrize(("game", "options"), TABLES, ids=lambda given: name(given) if isinstance(given, dict) else "v")
def test_whole_games_go_the_same_way_in_plain_python_with_the_same_choices_at_every_step(
    game: Game, options: dict[str, str]
) -> None:
    for seed in range(2 * EFFORT):
        in_step(game, game.start(2, options), plain(game, options), seeded("lockstep", name(options), seed))


@pytest.mark.rule("P18", "P21")
def test_the_dragon_after_the_lantern_goes_the_same_way_and_never_into_a_dead_end() -> None:
    """Both abilities are always there, the other three at times, columns are scarce: often nothing is left to build."""
    rng = seeded("lantern, then dragon")
    stuck = 0
    for _ in range(400):
        state = tight(rng)
        if state.beginner or state.used or not table_of(GAME.view(state, 0)).can_build():
            continue
        state.uses[0, t.LANTERN] = state.uses[0, t.DRAGON] = 2
        put_deck(state)
        table = table_of(GAME.view(state, 0))
        table.deck, table.discard = counted(state.deck), []
        table.hand[1] = counted(state.hand[1])
        table.points = [table.worth(), 0]
        state.points[:] = table.points
        for text in ("lantern", "dragon"):
            table.do(text)
            rules.apply(state, GAME.read(state, text))
        while rules.to_move(state) == 0 and state.stage == t.DRAGON_DROPS:
            drops = sorted(table.moves() - {"done"}) or ["done"]
            text = drops[below(rng, len(drops))]
            table.do(text)
            rules.apply(state, GAME.read(state, text))
        before = int(state.idle)
        in_step(GAME, state, table, rng, turns=int(state.turns) + 1)
        stuck += int(state.idle) > before
    assert stuck > 3


def put_deck(state: State) -> None:
    """What neither seat holds is the deck."""
    state.deck[:] = 20 - state.reserve.sum(axis=0) - state.hand.sum(axis=0)


def tight(rng: Rng) -> State:
    """A turn about to begin where columns are scarce: few open floors, few tiles, few colours in hand."""
    options = {"quick": "on" if below(rng, 4) == 0 else "off", "beginner": "on" if below(rng, 8) == 0 else "off"}
    state = GAME.start(2, options)
    colours = 2 + below(rng, 4)
    top = 3 if state.quick else 4
    for site in range(6):
        state.floors[site] = top if below(rng, 3) == 0 else 1 + below(rng, top - 1)
        for floor in range(int(state.floors[site])):
            state.colour[site, floor] = below(rng, colours)
        kind = below(rng, 12)
        state.columns[site] = 4 if kind < 10 else below(rng, 4)
        if kind < 2 and state.floors[site] == top:
            state.roof[site] = below(rng, 5)
        if below(rng, 60) == 0:
            state.floors[site], state.columns[site], state.colour[site], state.roof[site] = 0, 0, -1, -1
    for background in range(5):
        tiles = sum(1 << 4 * slot for slot in range(5) if below(rng, 3) == 0)
        state.left[background] = 0 if below(rng, 6) == 0 else tiles
    state.wanted[:] = 0
    state.stage = t.TURN
    for place, n in ((state.reserve[0], 5), (state.hand[0], below(rng, 5))):
        place[:] = 0
        for _ in range(n):
            place[below(rng, colours) if below(rng, 5) else below(rng, 5)] += 1
    if not state.beginner:
        state.uses[0] = [below(rng, 3) if below(rng, 2) else 0 for _ in range(5)]
    for ability in range(5):
        if below(rng, 8) == 0 and not state.beginner and ability != t.FAN:
            state.used |= 1 << 4 * ability
            state.begun = t.BEGUN
    return state


TIGHT = 1500 * EFFORT


@pytest.mark.rule("P2", "P8", "P12")
def test_the_look_ahead_holds_for_any_backs_that_a_table_may_bring() -> None:
    rng = seeded("other spires")
    for _ in range(TIGHT // 2):
        state = tight(rng)
        state.spire[:] = [[below(rng, 5) for _ in range(5)] for _ in range(5)]
        legal = {GAME.write(state, a) for a in GAME.legal(state)}
        assert legal == table_of(GAME.view(state, 0)).moves(), GAME.view(state, 0)


@pytest.mark.rule("P8", "P12", "P15", "P18", "P19", "P22", "P23")
def test_on_tight_positions_exactly_the_moves_are_legal_after_which_trying_everything_completes_the_turn() -> None:
    """Also counts that the positions are tight indeed: refusals by look-ahead and P18 must be among them."""
    rng = seeded("tight")
    refused = {8: 0, 12: 0}
    stuck = 0
    for _ in range(TIGHT):
        state = tight(rng)
        table = table_of(GAME.view(state, 0))
        legal = {GAME.write(state, a) for a in GAME.legal(state)}
        assert legal == table.moves(), GAME.view(state, 0)
        stuck += "stuck" in legal
        for action in range(t.BUILD_TILE, t.BOWL_COLUMN):
            rule = rules.why_not(state, action)
            if rule in refused:
                refused[rule] += 1
    assert stuck > TIGHT // 50
    assert refused[8] > TIGHT // 10
    assert refused[12] > TIGHT // 10


def everything_within_the_turn(start: State, most: int) -> tuple[int, bool]:
    """All states that the turn can come to before its draw: how many, and whether each has a move. Since every move
    spends a card, an ability or a step of an act, a turn that never runs out of moves comes to its draw."""
    seen = {start.tobytes()}
    waiting = [start]
    while waiting and len(seen) < most:
        state = waiting.pop()
        actions = GAME.legal(state)
        if not actions:
            return len(seen), False
        for action in actions:
            after = GAME.after(state, action)
            if rules.to_move(after) == 0 and after.turns == start.turns and after.tobytes() not in seen:
                seen.add(after.tobytes())
                waiting.append(after)
    return len(seen), True


@pytest.mark.rule("P8", "P12")
def test_no_series_of_legal_moves_leads_into_a_dead_end() -> None:
    rng = seeded("dead ends")
    states = 0
    while states < 25_000:
        state = tight(rng)
        if state.begun and not table_of(GAME.view(state, 0)).can_build():
            continue  # a turn that P8 would not have let begin
        n, alive = everything_within_the_turn(state, 3000)
        assert alive, GAME.view(state, 0)
        states += n


@pytest.mark.rule("P8")
def test_every_refused_tile_or_lantern_really_leaves_no_column() -> None:
    """The other direction, by the plain search over series of tiles, on begun and fresh turns alike."""
    rng = seeded("refused")
    seen = 0
    while seen < 150:
        state = tight(rng)
        table = table_of(GAME.view(state, 0))
        for action in [*range(t.BUILD_TILE, t.BOWL_COLUMN), t.USE_LANTERN]:
            if rules.why_not(state, action) != 8:
                continue
            seen += 1
            after = copy.deepcopy(table)
            after.do(GAME.write(state, action))
            assert not after.can_build()
