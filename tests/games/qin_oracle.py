"""Qin once more, slowly: no incremental anything, provinces found by flood fill, written from the ledger alone.

A cell is (row, column) from the top left. A placement is {cell: colour letter} with two entries. Numbers of actions
are understood only by `placement_of` and `number_of`, which follow the documented formula.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

Cell = tuple[int, int]
Placement = dict[Cell, str]

COLOURS = "RYB"
KINDS = ("RR", "YY", "BB", "RY", "RB", "YB")
PASS = 19 * 19 * 2 * 9


def placement_of(action: int) -> Placement:
    slot, pair = divmod(action, 9)
    place, way = divmod(slot, 2)
    row, column = divmod(place, 19)
    other = (row + 1, column) if way else (row, column + 1)
    return {(row, column): COLOURS[pair // 3], other: COLOURS[pair % 3]}


def number_of(placement: Placement) -> int:
    (first, a), (second, b) = sorted(placement.items())
    way = 1 if second[0] > first[0] else 0
    return ((first[0] * 19 + first[1]) * 2 + way) * 9 + 3 * COLOURS.index(a) + COLOURS.index(b)


def kind_of(colours: list[str]) -> int:
    return KINDS.index("".join(sorted(colours, key=COLOURS.index)))


def sides(cell: Cell) -> list[Cell]:
    row, column = cell
    return [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]


class Oracle:
    def __init__(self, rows: list[str], seats: int) -> None:
        self.seats = seats
        self.ground = {(i, j): char for i, row in enumerate(rows) for j, char in enumerate(row)}
        self.colour = {cell: char for cell, char in self.ground.items() if char in COLOURS}
        self.provinces: dict[frozenset[Cell], tuple[int | None, int]] = {}  # its cells -> owner, pagodas
        letters = dict.fromkeys(char for char in self.ground.values() if char.islower())
        self.villages = {a: frozenset(cell for cell, char in self.ground.items() if char == a) for a in letters}
        self.village_owner: dict[str, int | None] = dict.fromkeys(letters)
        self.hands = [Counter[int]() for _ in range(seats)]
        self.deck = Counter(dict.fromkeys(range(6), 12))
        self.all_pagodas = {2: 24, 3: 19, 4: 15}[seats]
        self.left = [self.all_pagodas] * seats
        self.dealt = 0
        self.turn = 0
        self.drawing = False
        self.passes = 0
        self.end = 0

    # --- what is possible

    def is_free(self, cell: Cell) -> bool:
        return self.ground.get(cell) == "." and cell not in self.colour

    def touches(self, cell: Cell) -> bool:
        return any(near in self.colour for near in sides(cell))

    def flood(self, cells: list[Cell], colour: str) -> frozenset[Cell]:
        """The group that holds these cells, were they of that colour."""
        group, edge = set(cells), list(cells)
        while edge:
            for near in sides(edge.pop()):
                if near not in group and self.colour.get(near) == colour:
                    group.add(near)
                    edge.append(near)
        return frozenset(group)

    def groups_of(self, placement: Placement) -> list[tuple[str, frozenset[Cell]]]:
        """Colour and cells of each group that would hold a cell of the tile, that of the upper or left cell first."""
        (one, a), (two, b) = sorted(placement.items())
        if a == b:
            return [(a, self.flood([one, two], a))]
        return [(a, self.flood([one], a)), (b, self.flood([two], b))]

    def inside(self, group: frozenset[Cell]) -> list[frozenset[Cell]]:
        """The provinces that went into a group: it holds them whole, or not at all."""
        if len(group) <= 2:  # a province and a cell of the tile are three
            return []
        return [province for province in self.provinces if not group.isdisjoint(province)]

    def cells_by_owner(self, provinces: list[frozenset[Cell]]) -> Counter[int]:
        cells: Counter[int] = Counter()
        for province in provinces:
            owner = self.provinces[province][0]
            assert owner is not None
            cells[owner] += len(province)
        return cells

    def refusal_of(self, group: frozenset[Cell]) -> int:
        inside = self.inside(group)
        great = [province for province in inside if len(province) >= 5]
        if len(inside) >= 2 and not great:
            ranking = self.cells_by_owner(inside).most_common()
            if len(ranking) > 1 and ranking[0][1] == ranking[1][1]:
                return 13
        return 14 if len(great) >= 2 else 0

    def why_not(self, placement: Placement) -> int:
        if not self.hands[self.turn][kind_of(list(placement.values()))]:
            return 5
        if not all(self.is_free(cell) for cell in placement):
            return 6
        if not any(self.touches(cell) for cell in placement):
            return 7
        reasons = {self.refusal_of(group) for _, group in self.groups_of(placement)}
        return 13 if 13 in reasons else 14 if 14 in reasons else 0

    def placements(self, kinds: list[int]) -> Iterator[Placement]:
        """Every placement of tiles of these kinds that no rule forbids."""
        pairs = [(a, b) for a, b in product(COLOURS, COLOURS) if kind_of([a, b]) in kinds]
        verdicts: dict[tuple[str, tuple[Cell, ...]], bool] = {}

        def may(colour: str, *cells: Cell) -> bool:
            key = colour, cells
            if key not in verdicts:
                verdicts[key] = not self.refusal_of(self.flood(list(cells), colour))
            return verdicts[key]

        for one in self.ground:
            if not self.is_free(one):
                continue
            for two in ((one[0], one[1] + 1), (one[0] + 1, one[1])):
                if not self.is_free(two) or not (self.touches(one) or self.touches(two)):
                    continue
                for a, b in pairs:
                    if may(a, one, two) if a == b else may(a, one) and may(b, two):
                        yield {one: a, two: b}

    def legal(self) -> list[int]:
        """The numbers of all actions of the seat to move, in rising order."""
        if self.end or self.drawing or self.dealt < 3 * self.seats:
            return []
        held = [kind for kind in range(6) if self.hands[self.turn][kind]]
        return sorted(number_of(p) for p in self.placements(held)) or [PASS]

    # --- what happens

    def take(self, kind: int) -> None:
        """Chance: a tile is dealt or drawn."""
        seat = self.turn if self.drawing else self.dealt % self.seats
        self.deck[kind] -= 1
        self.hands[seat][kind] += 1
        if self.drawing:
            self.drawing = False
            self.finish()
        else:
            self.dealt += 1
            if self.dealt == 3 * self.seats and not any(self.placements(list(range(6)))):
                self.end = 21

    def act(self, action: int) -> None:
        if action == PASS:
            self.passes += 1
            if self.passes == self.seats:
                self.end = 22
            else:
                self.turn = (self.turn + 1) % self.seats
            return
        self.passes = 0
        self.place(placement_of(action))
        if self.end:
            return
        if sum(self.deck.values()):
            self.drawing = True
        else:
            self.finish()

    def finish(self) -> None:
        if not any(hand.total() for hand in self.hands) or not any(self.placements(list(range(6)))):
            self.end = 21
        else:
            self.turn = (self.turn + 1) % self.seats

    def clockwise(self) -> list[int]:
        return [(self.turn + i) % self.seats for i in range(self.seats)]

    def put(self, seat: int) -> None:
        self.left[seat] -= 1
        if self.left[seat] == 0:
            self.end = 20

    def place(self, placement: Placement) -> None:
        self.hands[self.turn][kind_of(list(placement.values()))] -= 1
        groups = [group for _, group in self.groups_of(placement)]
        self.colour.update(placement)
        wanted = [self.inherit(group) for group in groups if len(group) >= 2]  # group, owner, pagodas that stay
        built = [stay for _, _, stay in wanted]
        for seat in self.clockwise():
            for i, (group, owner, _) in enumerate(wanted):
                while owner == seat and built[i] < (2 if len(group) >= 5 else 1) and not self.end:
                    built[i] += 1
                    self.put(seat)
        for i, (group, owner, _) in enumerate(wanted):
            self.provinces[group] = (owner if built[i] else None, built[i])
        if not self.end:
            self.judge()

    def inherit(self, group: frozenset[Cell]) -> tuple[frozenset[Cell], int, int]:
        """Who gets a group, and how many of his pagodas stay on it; all others go home."""
        inside = self.inside(group)
        great = [province for province in inside if len(province) >= 5]
        if not inside:
            heir = self.turn
        elif great:
            heir = self.provinces[great[0]][0] or 0
        else:
            heir = self.cells_by_owner(inside).most_common(1)[0][0]
        stay = 0
        for province in inside:
            owner, pagodas = self.provinces.pop(province)
            assert owner is not None
            kept = min(pagodas, 2 - stay) if owner == heir else 0
            stay += kept
            self.left[owner] += pagodas - kept
        return group, heir, stay

    def judge(self) -> None:
        takers: dict[str, int] = {}
        for letter, cells in self.villages.items():
            around = {near for cell in cells for near in sides(cell)}
            count: Counter[int] = Counter()
            for province, (owner, pagodas) in self.provinces.items():
                if owner is not None and around & province:
                    count[owner] += pagodas
            ranking = count.most_common()
            alone = len(ranking) == 1 or (len(ranking) > 1 and ranking[0][1] > ranking[1][1])
            if alone and ranking[0][0] != self.village_owner[letter]:
                takers[letter] = ranking[0][0]
        for letter in takers:
            old = self.village_owner[letter]
            if old is not None:
                self.left[old] += 1
                self.village_owner[letter] = None
        for seat in self.clockwise():
            for letter in takers:
                if takers[letter] == seat and not self.end:
                    self.village_owner[letter] = seat
                    self.put(seat)

    def winners(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.left[seat] == min(self.left)]

    def play_on(self, rng: Random) -> int:
        """To the end at random; tells how many actions that took."""
        actions = 0
        while not self.end:
            if self.drawing or self.dealt < 3 * self.seats:
                self.take(rng.choices(list(self.deck), [self.deck[kind] for kind in self.deck])[0])
            else:
                self.act(rng.choice(self.legal()))
            actions += 1
        return actions
