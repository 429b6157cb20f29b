"""What is hidden in Pagode (P30): what each seat sees, knows and may believe, checked by counting whole cards."""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations

import msgspec
import numpy as np
import pytest

from games.pagode_oracle import Table, builds_column, spire_ways
from games.pagode_positions import FULL, GAME, LETTERS, cards, draw_all, lines, play, position
from yonto.core.contract import CHANCE, State
from yonto.core.rng import below, pick, seeded
from yonto.games.pagode import rules
from yonto.games.pagode.view import view as see

SAMPLES = 4000


def beliefs(state: State, seat: int) -> dict[str, float]:
    """How often the other hand is believed to be what, over many draws."""
    rng = seeded("beliefs", state.tobytes().hex())
    found: Counter[str] = Counter()
    for _ in range(SAMPLES):
        found[cards(GAME.believed(state, seat, rng).hand[1 - seat])] += 1
    return {hand: n / SAMPLES for hand, n in found.items()}


def like(found: dict[str, float], expected: dict[str, Fraction]) -> bool:
    """The same hands, each as often as expected within four standard errors."""
    if set(found) != set(expected):
        return False
    return all(abs(found[h] - p) <= 4 * float(p * (1 - p) / SAMPLES) ** 0.5 + 1e-9 for h, p in expected.items())


def evenly(hands: Iterable[str]) -> dict[str, Fraction]:
    counted = Counter("".join(sorted(hand, key=LETTERS.index)) for hand in hands)
    total = sum(counted.values())
    return {hand: Fraction(n, total) for hand, n in counted.items()}


def small(hand: str, known: str, deck: str, reserve: str = "RBGYV") -> State:
    """Seat 2 is on turn with this hand; the deck is small and everything else is discarded."""
    state = position(hand=hand, reserve=reserve, seat=1, other="GY")
    state.discard[:] = state.deck
    for letter in deck:
        state.discard[LETTERS.index(letter)] -= 1
    state.deck[:] = [deck.count(letter) for letter in LETTERS]
    state.known[1] = [known.count(letter) for letter in LETTERS]
    assert (state.discard >= 0).all()
    return state


@pytest.mark.rule("P30")
def test_a_seat_sees_all_but_the_other_hand_and_the_deck() -> None:
    state = position(reserve="RRBGY", hand="VV", other="GY", uses={"fan": 2})
    mine, theirs, watching = (see(state, seat) for seat in (0, 1, None))
    assert [(p.reserve, p.hand, p.hand_size) for p in mine.players] == [("RRBGY", "VV", 2), ("RBGYV", None, 2)]
    assert [p.hand for p in theirs.players] == [None, "GY"]
    assert [(p.hand, p.known) for p in watching.players] == [(None, None), (None, None)]
    assert mine.deck == 41
    assert "deck" not in str(msgspec.to_builtins(mine.turn))


@pytest.mark.rule("P30")
def test_a_card_drawn_to_the_reserve_is_seen_by_all_and_one_drawn_to_the_hand_by_its_owner() -> None:
    state = play(position(), "col a R r", "col a R h", "end")
    assert [GAME.sees(state, 4, seat) for seat in (0, 1, None)] == [True, True, True]
    assert lines(state, "V", 1) == ["Seat 1 draws a violet card to the reserve."]
    state = play(state, "V")
    assert [GAME.sees(state, 4, seat) for seat in (0, 1, None)] == [True, False, False]
    assert lines(state, "V", 0) == ["Seat 1 draws a violet card to the hand."]
    assert lines(state, "V", 1) == lines(state, "G", 1) == lines(state, "G", None)
    assert lines(state, "V", 1) == ["Seat 1 draws a card to the hand."]


@pytest.mark.rule("P30")
def test_played_and_discarded_cards_are_open_with_where_they_came_from() -> None:
    state = play(position(), "modified a R", "drop B h")
    assert see(state, 1).turn.played == "B"
    assert lines(play(position(), "modified a R"), "drop B h", 1) == ["Seat 1 puts down a blue card that was in hand."]


@pytest.mark.rule("P30")
def test_without_any_knowledge_each_placing_of_the_unseen_cards_is_as_likely() -> None:
    """By counting: all ways to choose two of the seven unseen cards for the other hand."""
    state = small("RG", "", "RRGYV")
    assert like(beliefs(state, 0), evenly("".join(two) for two in combinations("RGRRGYV", 2)))


@pytest.mark.rule("P30", "P16")
def test_when_the_deck_runs_out_each_seat_knows_the_other_hand_and_it_stays_known() -> None:
    state = small("RG", "", "Y")
    state = play(state, "col a R r", "end", "Y")
    assert [cards(known) for known in state.known] == ["GY", "RG"]
    assert see(state, 0).players[1].known == "RG"
    assert see(state, 1).players[0].known == "GY"
    assert beliefs(state, 0) == {"RG": 1.0}
    state = play(state, "col b R r", "end")
    assert int(state.deck.sum()) == 42, "reshuffled: now cards of the new deck are unknown"
    state = draw_all(state)
    assert beliefs(state, 0) == {"RG": 1.0}
    state = play(state, "col a R h", "end", "B")
    assert cards(state.hand[1]) == "BG"
    assert cards(state.known[1]) == "G"
    assert see(state, 0).players[1].known == "G"
    assert all("G" in hand for hand in beliefs(state, 0))


@pytest.mark.rule("P30")
def test_cards_drawn_to_the_hand_from_the_old_deck_are_known_and_those_from_the_new_one_are_not() -> None:
    state = small("RR", "", "V", reserve="RBGYV")
    state = play(state, "col a R h", "col a R h", "end", "V")
    assert cards(state.known[1]) == "V"
    state = play(state, "B")
    assert (cards(state.hand[1]), cards(state.known[1])) == ("BV", "V")


def presents(known: str, pool: str, unknown: int, played: str) -> list[str]:
    """All that the rest of a hand may be after a card was played, by counting whole cards with names of their own.

    Cards of a colour look alike, so which of them was played cannot be told: whichever it was, it swaps names with
    the first of its colour, a known one if there is one. What is then the same hand and the same deck counts once.
    """
    named_known = [(colour, "known", i) for i, colour in enumerate(known)]
    named_pool = [(colour, "pool", i) for i, colour in enumerate(pool)]
    first = next(card for card in [*named_known, *named_pool] if card[0] == played)
    found = set()
    for drawn in combinations(named_pool, unknown):
        for card in [*named_known, *drawn]:
            if card[0] == played:
                hand = {*named_known, *drawn} - {card}
                found.add(frozenset(hand - {first} | {card} if first in hand else hand))
    return ["".join(card[0] for card in hand) for hand in found]


@pytest.mark.rule("P30")
@pytest.mark.parametrize(
    ("known", "drawn", "deck"),
    [("R", "G", "RG"), ("R", "R", "GG"), ("RB", "RG", "RY"), ("B", "RG", "RGV"), ("", "RG", "RRV"), ("RR", "V", "RG")],
)
def test_what_is_believed_after_a_hand_card_was_played_agrees_with_counting_whole_cards(
    known: str, drawn: str, deck: str
) -> None:
    state = play(small(known + drawn, known, deck), "col a R h")
    expected = evenly(presents(known, drawn + deck, len(drawn), "R"))
    assert like(beliefs(state, 0), expected)


def hands_that(test: Callable[[str], bool], pool: str, n: int) -> dict[str, Fraction]:
    return evenly("".join(some) for some in combinations(pool, n) if test("".join(some)))


ROOF = "a RRRR BBBB GGGG YYYY"


@pytest.mark.rule("P30", "P12")
def test_a_seat_that_has_begun_a_roof_is_believed_to_hold_its_spire() -> None:
    state = position(ROOF, reserve="YVRBG", hand="VR", seat=1, other="GY")
    state.discard[:] = state.deck
    state.deck[:] = [1, 1, 1, 0, 2]
    state.discard -= state.deck
    state = play(state, "roof a V r")
    expected = hands_that(lambda hand: spire_ways("VRBG" + hand, "V", False), "RBGVV" + "VR", 2)
    assert 1 < len(expected) < len(evenly("".join(two) for two in combinations("RBGVVVR", 2)))
    assert like(beliefs(state, 0), expected)


@pytest.mark.rule("P30", "P18")
def test_a_seat_that_can_build_nothing_is_believed_to_hold_no_card_that_builds() -> None:
    state = position(FULL, reserve="VVVVV", hand="VV", left={"V": "RB", "Y": "RV"}, seat=1, other="GY")
    state = play(state, "stuck", "drop V r")
    table = Table(seat=1)
    towers = [((p.floors[-1].colour, p.floors[-1].columns, False)) for p in see(state, 1).sites]
    supply = frozenset(
        (LETTERS[b], LETTERS[slot], spire)
        for b, row in enumerate(see(state, 1).supply)
        for slot, spire in enumerate(row)
        if spire
    )

    def idle(hand: str) -> bool:
        everything = "".join(sorted("VVVVV" + hand))
        return not builds_column(everything, tuple(towers), supply, frozenset(), table.fresh())

    pool = cards(state.deck) + "VV"
    expected = hands_that(idle, pool, 2)
    assert 0 < len(expected) < len(evenly("".join(two) for two in combinations(pool, 2)))
    assert like(beliefs(state, 0), expected)


@pytest.mark.rule("P30")
def test_whatever_is_known_is_held_and_survives_every_belief_through_whole_games() -> None:
    for seed in range(3):
        rng = seeded("known", seed)
        state = GAME.start(2)
        known_at_some_time = 0
        while not rules.is_over(state):
            known_at_some_time += int(state.known.sum() > 0)
            assert (state.known <= state.hand).all()
            if int(state.deck.sum()) == 0:
                assert (state.known == state.hand).all()
            for seat in range(2):
                believed = GAME.believed(state, seat, rng)
                assert (believed.known <= believed.hand).all()
                assert (believed.hand[seat] == state.hand[seat]).all()
                assert (believed.hand + believed.known == believed.hand + state.known).all()
                unseen = believed.deck + believed.hand[1 - seat]
                assert (unseen == state.deck + state.hand[1 - seat]).all()
            if rules.to_move(state) == CHANCE:
                outcomes, weights = GAME.chance(state)
                action = outcomes[pick(rng, np.array(weights), len(weights))]
            else:
                actions = GAME.legal(state)
                action = actions[below(rng, len(actions))]
            state = GAME.after(state, action)
        assert known_at_some_time > 10
