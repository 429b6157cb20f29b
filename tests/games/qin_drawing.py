"""Positions of Qin drawn as text, set up twice: as a state of the compiled rules and as the slow oracle.

Tokens separated by blanks, rows from the top:  `.` steppe   `~` water   `R` a loose cell (a starting cell)
`R2` a cell of a red province of seat 2   `a` a free village   `a2` a village of seat 2.  Seats count from 1.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from games.qin_oracle import KINDS, Oracle, placement_of
from yonto.core.contract import State
from yonto.core.state import blank
from yonto.games.qin import boards, land, rules
from yonto.games.qin.effects import Effects, effects
from yonto.games.qin.grid import PASS
from yonto.games.qin.notation import parse_placement

COLOURS = "RYB"


def cell_number(cell: tuple[int, int]) -> int:
    return 20 * (cell[0] + 1) + cell[1]


class Table:
    """A drawn position with its moves played on both sides, compared after each."""

    def __init__(
        self,
        drawing: str,
        hands: Sequence[str],
        left: Sequence[int] | None = None,
        deck: str | None = None,
        turn: int = 1,
    ) -> None:
        tokens = [line.split() for line in drawing.strip().splitlines()]
        self.tokens = {(i, j): token for i, row in enumerate(tokens) for j, token in enumerate(row)}
        rows = ["".join("." if len(t) == 2 and t[0] in COLOURS else t[0] for t in row) for row in tokens]
        self.held = [Counter(KINDS.index(tile) for tile in hand.split()) for hand in hands]
        self.deck = Counter(KINDS.index(tile) for tile in ("RR YY BB" if deck is None else deck).split())
        self.oracle = self.draw_oracle(rows, turn - 1)
        if left is not None:
            self.oracle.left = list(left)
        self.state = self.draw_state(rows)
        self.compare()

    def draw_oracle(self, rows: list[str], turn: int) -> Oracle:
        oracle = Oracle(rows, len(self.held))
        oracle.turn, oracle.dealt = turn, 3 * len(self.held)
        oracle.hands, oracle.deck = [hand.copy() for hand in self.held], self.deck.copy()
        owned = {cell: token for cell, token in self.tokens.items() if len(token) == 2}
        oracle.colour |= {cell: token[0] for cell, token in owned.items() if token[0] in COLOURS}
        for cell, token in owned.items():
            seat = int(token[1]) - 1
            if token[0] in COLOURS:
                group = oracle.flood([cell], token[0])
                assert len(group) > 1, f"a province of one cell at {cell}"
                assert {self.tokens[at][1:] for at in group} <= {token[1], ""}, f"two owners at {cell}"
                if group not in oracle.provinces:
                    oracle.provinces[group] = (seat, 2 if len(group) >= 5 else 1)
                    oracle.left[seat] -= oracle.provinces[group][1]
            elif oracle.village_owner[token[0]] is None:
                oracle.village_owner[token[0]] = seat
                oracle.left[seat] -= 1
        return oracle

    def draw_state(self, rows: list[str]) -> State:
        state = blank(rules.STATE)
        rules.setup(state, len(self.held), boards.terrain(tuple(rows)))
        state.dealt, state.turn = 3 * len(self.held), self.oracle.turn
        for seat, hand in enumerate(self.held):
            state.hand[seat] = [hand[kind] for kind in range(6)]
        state.deck[:] = [self.deck[kind] for kind in range(6)]
        state.left[: len(self.held)] = self.oracle.left
        for cell, colour in sorted(self.oracle.colour.items()):
            if state.colour[cell_number(cell)] < 0:
                land.cover(state, cell_number(cell), COLOURS.index(colour))
                land.absorb(state, cell_number(cell))
        for province, (owner, pagodas) in self.oracle.provinces.items():
            label = cell_number(min(province))
            state.owner[label], state.towers[label] = owner, pagodas
        for province in self.oracle.provinces:
            land.survey(state, cell_number(min(province)))
        for i, owner in enumerate(self.oracle.village_owner.values()):
            state.village[i] = -1 if owner is None else owner
        return state

    def number(self, text: str) -> int:
        return parse_placement(self.state, text)

    def why_not(self, text: str) -> int:
        """The rule that forbids a placement, on which both must agree."""
        answer = rules.why_not(self.state, self.number(text))
        assert answer == self.oracle.why_not(placement_of(self.number(text)))
        return answer

    def play(self, text: str) -> Effects:
        """A placement by the seat to move."""
        assert self.why_not(text) == 0
        self.before, self.action = self.state.copy(), self.number(text)
        self.oracle.act(self.action)
        rules.apply(self.state, self.action)
        self.compare()
        return effects(self.before, self.action, self.state)

    def pass_turn(self) -> None:
        assert rules.why_not(self.state, PASS) == 0
        self.oracle.act(PASS)
        rules.apply(self.state, PASS)
        self.compare()

    def draw_tile(self, tile: str) -> None:
        assert rules.to_move(self.state) == -1
        self.oracle.take(KINDS.index(tile))
        rules.apply(self.state, KINDS.index(tile))
        self.compare()

    def compare(self) -> None:
        same(self.state, self.oracle)
        assert sorted(legal(self.state)) == self.oracle.legal()

    @property
    def left(self) -> list[int]:
        return [int(n) for n in self.state.left[: int(self.state.seats)]]

    def owner(self, name: str) -> int | None:
        """The owner, from 1, of the province or village at a cell such as `b3`; None for nobody."""
        row, column = int(self.state.height) - int(name[1:]), ord(name[0]) - ord("a")
        cell = cell_number((row, column))
        if self.state.ground[cell] >= 5:
            owner = int(self.state.village[self.state.ground[cell] - 5])
        else:
            owner = int(self.state.owner[self.state.label[cell]])
        return owner + 1 if owner >= 0 else None

    def pagodas(self, name: str) -> int:
        row, column = int(self.state.height) - int(name[1:]), ord(name[0]) - ord("a")
        return int(self.state.towers[self.state.label[cell_number((row, column))]])


def legal(state: State) -> list[int]:
    out = np.zeros(rules.ACTIONS, np.int32)
    return [int(action) for action in out[: rules.legal(state, out)]]


def same(state: State, oracle: Oracle) -> None:
    """Everything that both know, and the groups of the state against flood fill."""
    colour, label = state.colour.tolist(), state.label.tolist()
    area, owner, towers = state.area.tolist(), state.owner.tolist(), state.towers.tolist()
    covered = {cell_number(cell): letter for cell, letter in oracle.colour.items()}
    assert {cell: COLOURS[c] for cell, c in enumerate(colour) if c >= 0} == covered
    groups: dict[int, list[int]] = {}
    for cell, name in enumerate(label):
        if name >= 0:
            groups.setdefault(name, []).append(cell)
    provinces = {tuple(cells): (owner[name], towers[name]) for name, cells in groups.items() if len(cells) > 1}
    expected = {
        tuple(sorted(cell_number(cell) for cell in province)): (-1 if seat is None else seat, pagodas)
        for province, (seat, pagodas) in oracle.provinces.items()
    }
    assert provinces == expected
    assert all(min(cells) == name and area[name] == len(cells) for name, cells in groups.items())
    assert state.left.tolist()[: oracle.seats] == oracle.left
    assert state.village.tolist()[: len(oracle.villages)] == [
        -1 if seat is None else seat for seat in oracle.village_owner.values()
    ]
    assert [[hand[kind] for kind in range(6)] for hand in oracle.hands] == state.hand.tolist()[: oracle.seats]
    assert [oracle.deck[kind] for kind in range(6)] == state.deck.tolist()
    assert (state.end, state.passes, bool(state.drawing)) == (oracle.end, oracle.passes, oracle.drawing)
    assert state.end or state.turn == oracle.turn


# A position that several tests begin with: a red and a yellow start, nothing else.
TWO_STARTS = """
. . . . .
. R . . .
. . . . .
. . Y . .
. . . . .
"""
