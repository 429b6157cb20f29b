"""Tajuto a second time, slowly and from the ledger alone: sets of words instead of bits, nothing kept that can be
counted again. Plays from the text of moves and draws, so it can recompute a whole game from its log."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

COLOURS = ["red", "orange", "yellow", "green", "blue", "violet", "pink", "black"]
SIZES = [1, 2, 3, 4, 5, 6]
COSTS = {
    "W1": [2, 4, 6], "W2": [6, 8, 10], "W3": [10, 12, 14], "W4": [14, 16, 18], "W5": [18, 20, 22],
    "market": [10, 12], "sanctuary": [12, 14], "D": [8, 10], "E": [8, 10], "F": [10, 12],
}  # fmt: skip
INAUGURATION = 8
USE = {"A": 0, "B": 4, "C": 6, "D": 2, "E": 0, "F": 0}
DEEDS = {"draw": "ABCD", "offer": "ABCE", "acquire": "ABCF"}
SLIPS = {
    1: {1: 100},
    2: {2: 95, 1: 3, 3: 2},
    3: {3: 90, 2: 4, 4: 6},
    4: {4: 75, 3: 7, 5: 18},
    5: {5: 72, 4: 20, 6: 8},
    6: {6: 92, 5: 8},
}

Floor = tuple[str, int]


def name(floor: Floor) -> str:
    return f"{floor[0]}{floor[1]}"


@dataclass
class Monk:
    mp: int = 0
    floors: set[Floor] = field(default_factory=set)
    offered: set[str] = field(default_factory=set)
    tiles: list[str] = field(default_factory=list)
    bets: set[str] = field(default_factory=set)
    objectives: set[str] = field(default_factory=set)

    def copies(self, tile: str) -> int:
        return 1 if tile in "ABC" else self.tiles.count(tile)

    def wisdom(self) -> int:
        return sum(int(tile[1]) for tile in self.tiles if tile.startswith("W"))


class Table:
    """A table at which a game is played out by texts."""

    def __init__(
        self,
        seats: int,
        touch: str = "sure",
        costs: dict[str, list[int]] | None = None,
        inauguration: int = INAUGURATION,
    ) -> None:
        self.touch = touch
        self.inauguration = inauguration
        self.stacks = {item: list(prices) for item, prices in (costs or COSTS).items()}
        self.bag: set[Floor] = {(colour, size) for colour in COLOURS for size in SIZES}
        self.pagodas: dict[str, list[int]] = {colour: [] for colour in COLOURS}
        self.offerings: dict[Floor, int] = {}  # on which floor whose offering lies, covered or not
        self.monks = [Monk() for _ in range(seats)]
        self.completed: list[str] = []
        self.turn = 0
        self.used: Counter[str] = Counter()
        self.wanted: int | None = None
        self.moved = False  # a floor, an offering or an acquisition this turn
        self.idle_turns = 0
        self.over = False

    @property
    def me(self) -> Monk:
        return self.monks[self.turn]

    def fits(self, floor: Floor) -> bool:
        return len(self.pagodas[floor[0]]) + 1 == floor[1]

    def ready(self, tile: str) -> bool:
        return self.used[tile] < self.me.copies(tile) and self.me.mp >= USE[tile]

    def price(self, item: str) -> int | None:
        """What the seat to move would pay; None if it is not to be had."""
        if item in COLOURS:
            gone = item in self.completed or any(item in monk.bets for monk in self.monks)
            cost = None if gone else self.inauguration
        else:
            cost = self.stacks[item][0] if self.stacks[item] else None
        return None if cost is None else max(0, cost - 2 * self.me.tiles.count("market"))

    def sizes(self) -> list[int]:
        """The sizes that may be felt for; 0 stands for a blind grasp."""
        left = sorted({size for _, size in self.bag})
        if self.touch == "blind":
            return [0] if left else []
        stuck = self.idle_turns >= 10 * len(self.monks) and not self.moved
        return left[:1] if stuck else left

    def may_offer(self, colour: str) -> bool:
        height = len(self.pagodas[colour])
        return 1 <= height <= 5 and (colour, height) not in self.offerings and colour not in self.me.offered

    def moves(self) -> list[str]:
        """All that the seat to move may do."""
        if self.over or self.wanted is not None:
            return []
        found = [
            f"{tile} draw {size}".removesuffix(" 0") for tile in "ABCD" if self.ready(tile) for size in self.sizes()
        ]
        found += [f"{t} offer {c}" for t in "ABCE" if self.ready(t) for c in COLOURS if self.may_offer(c)]
        for tile in "ABCF":
            for item in [*COSTS, *COLOURS]:
                price = self.price(item)
                if self.ready(tile) and price is not None and self.me.mp >= USE[tile] + price:
                    found.append(f"{tile} acquire {item}")
        fitting = [floor for floor in self.me.floors if self.fits(floor)]
        found += [f"build {colour}" for colour in COLOURS if any(colour == floor[0] for floor in fitting)]
        if self.used.total() and not fitting:
            floors = sorted(self.me.floors, key=lambda floor: (floor[1], COLOURS.index(floor[0])))
            found += [f"end keep {name(floor)}" for floor in floors] or ["end"]
        return found

    def draws(self) -> dict[str, Fraction]:
        """What may come out of the bag, and how likely."""
        if self.wanted is None:
            return {}
        if self.touch == "blind":
            odds = {size: Fraction(sum(f[1] == size for f in self.bag), len(self.bag)) for size in SIZES}
        elif self.touch == "sure":
            odds = {self.wanted: Fraction(1)}
        else:
            left = {size: chance for size, chance in SLIPS[self.wanted].items() if any(f[1] == size for f in self.bag)}
            odds = {size: Fraction(chance, sum(left.values())) for size, chance in left.items()}
        floors = sorted(self.bag, key=lambda floor: (floor[1], COLOURS.index(floor[0])))
        many = Counter(size for _, size in floors)
        return {name(floor): odds[floor[1]] / many[floor[1]] for floor in floors if floor[1] in odds}

    def play(self, text: str) -> None:
        """A move or a draw, known to be possible."""
        words = text.split()
        if self.wanted is not None:
            floor = (text[:-1], int(text[-1]))
            self.bag.remove(floor)
            self.me.floors.add(floor)
            self.wanted = None
        elif words[0] == "end":
            self.end(words[2] if len(words) > 1 else None)
        elif words[0] == "build":
            self.build(words[1])
        else:
            self.used[words[0]] += 1
            self.me.mp -= USE[words[0]]
            if words[1] == "draw":
                self.wanted = int(words[2]) if len(words) > 2 else 0
            elif words[1] == "offer":
                self.offer(words[2])
            else:
                self.acquire(words[2])
        self.claim()

    def offer(self, colour: str) -> None:
        height = len(self.pagodas[colour])
        self.offerings[colour, height] = self.turn
        self.me.offered.add(colour)
        self.me.mp += height + 2
        self.moved = True

    def acquire(self, item: str) -> None:
        price = self.price(item)
        assert price is not None
        self.me.mp -= price
        if item in COLOURS:
            self.me.bets.add(item)
        else:
            self.stacks[item].pop(0)
            self.me.tiles.append(item)
        self.moved = True

    def build(self, colour: str) -> None:
        size = len(self.pagodas[colour]) + 1
        self.me.floors.remove((colour, size))
        self.me.mp += size + (2 if (colour, size - 1) in self.offerings else 0)
        self.pagodas[colour].append(size)
        self.moved = True
        if size == 6:
            self.completed.append(colour)

    def end(self, keep: str | None) -> None:
        kept = {floor for floor in self.me.floors if name(floor) == keep}
        self.bag |= self.me.floors - kept
        self.me.floors = kept
        self.idle_turns = 0 if self.moved else self.idle_turns + 1
        self.moved = False
        self.used.clear()
        self.turn = (self.turn + 1) % len(self.monks)

    def claim(self) -> None:
        """T18 after every action, T19 at the end."""
        me = self.me
        conditions = {
            "wise5": me.wisdom() >= 5,
            "wise10": me.wisdom() >= 10,
            "offered4": len(me.offered) >= 4,
            "offered8": len(me.offered) == 8,
            "reached30": me.mp >= 30,
            "first": len(self.completed) > 0,
            "fourth": len(self.completed) == 4,
        }
        for objective, holds in conditions.items():
            if holds and not any(objective in monk.objectives for monk in self.monks):
                me.objectives.add(objective)
        if len(self.completed) == 4:
            self.over = True
            most = max(monk.mp for monk in self.monks)
            leaders = [monk for monk in self.monks if monk.mp == most]
            if len(leaders) == 1:
                leaders[0].objectives.add("most")

    def spirit(self, seat: int) -> int:
        monk = self.monks[seat]
        each = monk.tiles.count("sanctuary")
        wise = [int(tile[1]) + each for tile in monk.tiles if tile.startswith("W")]
        bets = [4 + each for colour in monk.bets if colour in self.completed]
        return sum(wise) + sum(bets) + len(monk.objectives)


def recount(seats: int, log: Iterable[str], touch: str = "sure") -> Table:
    """The table as the log of a game leaves it: MP, SP, bag and all."""
    table = Table(seats, touch)
    for text in log:
        table.play(text)
    return table
