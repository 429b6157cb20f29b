"""Pagode once more, in plain Python: cards are letters in lists, moves are their texts, and looking ahead is trying.

Written from the ledger without a glance at the compiled rules, to be compared with them move by move. It is slow and
simple on purpose: a legal move is one that is allowed by itself and after which some series of moves ends the turn.
"""

import tomllib
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from itertools import combinations
from typing import Any

COLOURS = {"red": "R", "blue": "B", "green": "G", "yellow": "Y", "violet": "V"}
LETTERS = "RBGYV"
ABILITY = {"R": "lantern", "B": "buddha", "G": "bowl", "Y": "dragon", "V": "fan"}

Tile = tuple[str, str, str]  # background, slot, spire
Top = tuple[str, int, bool]  # colour of the top floor ("" if the site is empty), its columns, whether it is the last


def printed_tiles() -> frozenset[Tile]:
    text = files("yonto.games.pagode").joinpath("data", "tiles.toml").read_text(encoding="utf-8")
    rows = tomllib.loads(text)["tile"]
    return frozenset((COLOURS[r["background"]], COLOURS[r["slot"]], COLOURS[r["spire"]]) for r in rows)


def tiles_of(option: str) -> frozenset[Tile]:
    """The tiles of a table: those of the house, or five groups of five spires, by background and slot."""
    if option == "standard":
        return printed_tiles()
    groups = zip(LETTERS, option.split("/"), strict=True)
    return frozenset((b, slot, spire) for b, group in groups for slot, spire in zip(LETTERS, group, strict=True))


@dataclass
class Tower:
    """Floors from the ground: [colour, columns]; the colour of the spire once a roof tile lies on top."""

    floors: list[list[Any]] = field(default_factory=list)
    spire: str | None = None

    def full(self) -> bool:
        return bool(self.floors) and self.floors[-1][1] == 4


def without(cards: str, *gone: str) -> str:
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return "".join(sorted(rest))


def pairs_of(cards: str) -> set[str]:
    return {card for card, n in Counter(cards).items() if n >= 2}


def spire_ways(cards: str, colour: str, bowl: bool) -> bool:
    """P12, P22: try every choice of cards for the two columns."""
    for two in combinations(cards, 2):
        if two == (colour, colour):
            return True
    if bowl and colour in cards:
        rest = without(cards, colour)
        return any(a == b for a, b in combinations(rest, 2))
    return False


@lru_cache(maxsize=200_000)
def builds_column(
    cards: str, tops: tuple[Top, ...], supply: frozenset[Tile], ready: frozenset[str], fresh: frozenset[str]
) -> bool:
    """P8 by trying everything: can any series of acts build a column or a roof?

    `ready` are the abilities (by colour) that can be used now, `fresh` those that a tile built now would make ready.
    """
    for colour, columns, _ in tops:
        if columns < 4:
            if any(colour in ("", card) for card in cards):
                return True
            if "G" in ready and pairs_of(cards):
                return True
    for i, (colour, columns, last) in enumerate(tops):
        if columns < 4 or colour == "":
            continue
        for tile in supply:
            if tile[0] != colour:
                continue
            ways = [(without(cards, colour), ready)] if colour in cards else []
            if "B" in ready:
                ways += [(without(cards, p, p), ready - {"B"}) for p in pairs_of(cards)]
            for rest, ready_now in ways:
                # P23: what Buddha paid for does not give Buddha back in this turn
                buddha_used = "B" in ready and "B" not in ready_now
                still_fresh = fresh - {"B"} if buddha_used else fresh
                then_ready = ready_now | ({colour} & still_fresh)
                if last:
                    if spire_ways(rest, tile[2], "G" in then_ready):
                        return True
                    continue
                then_tops = (*tops[:i], (tile[1], 0, False), *tops[i + 1 :])
                if builds_column(rest, then_tops, supply - {tile}, then_ready, still_fresh):
                    return True
    return False


@dataclass
class Table:
    """A game in progress. `pending` is what must be carried through: its name, then its site, tile and so on."""

    quick: bool = False
    beginner: bool = False
    announced: bool = False  # P20: the Fan before the draw
    dragon_first: bool = False  # P21 in version 1: nothing comes before the Dragon
    towers: list[Tower] = field(default_factory=lambda: [Tower() for _ in range(6)])
    supply: set[Tile] = field(default_factory=lambda: set(printed_tiles()))
    reserve: list[list[str]] = field(default_factory=lambda: [list(LETTERS), list(LETTERS)])
    hand: list[list[str]] = field(default_factory=lambda: [[], []])
    known: list[list[str]] = field(default_factory=lambda: [[], []])
    deck: list[str] = field(default_factory=lambda: list(LETTERS * 9))
    discard: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    marker: list[Counter[str]] = field(default_factory=lambda: [Counter(), Counter()])
    points: list[int] = field(default_factory=lambda: [0, 0])
    seat: int = 0
    used: set[str] = field(default_factory=set)
    built: int = 0
    begun: bool = False  # P8: the turn is a normal one
    acted: bool = False  # P21: there was an act A, B or C
    redrawn: bool = False  # the Dragon came after the Lantern
    pending: tuple[Any, ...] = ()
    draws: list[tuple[int, str]] = field(default_factory=lambda: [(0, "h"), (0, "h"), (1, "h"), (1, "h")])
    after_draws: str = "play"
    idle: int = 0
    turns: int = 0
    over: bool = False

    # What is on the table

    @property
    def height(self) -> int:
        return 3 if self.quick else 4

    @property
    def limit(self) -> int:
        return 4 if "R" in self.used else 3

    def cards(self) -> str:
        return "".join(sorted(self.reserve[self.seat] + self.hand[self.seat]))

    def tiles_of(self, colour: str) -> list[Tile]:
        return [tile for tile in self.supply if tile[0] == colour]

    def closed(self, tower: Tower) -> bool:
        return tower.full() and tower.spire is None and not self.tiles_of(tower.floors[-1][0])

    def complete(self) -> int:
        return sum(tower.spire is not None or self.closed(tower) for tower in self.towers)

    def ready(self, colour: str) -> bool:
        return self.marker[self.seat][colour] > 0 and colour not in self.used

    def tops(self) -> tuple[Top, ...]:
        tops: list[Top] = []
        for tower in self.towers:
            if not tower.floors:
                tops.append(("", 0, False))
            elif tower.spire is None:
                tops.append((tower.floors[-1][0], tower.floors[-1][1], len(tower.floors) == self.height))
        return tuple(tops)

    def worth(self) -> int:
        """What the standing pagodas brought: P10–P12, from the buildings alone."""
        total = 0
        for tower in self.towers:
            total += sum(number * columns for number, (_, columns) in enumerate(tower.floors, 1))
            total += max(0, len(tower.floors) - 1)
            if tower.spire is not None:
                total += 1 + (4 if self.quick else 5)
        if self.pending and self.pending[0] in ("spire", "pay spire"):
            total -= 4 if self.quick else 5
        return total

    # Looking ahead

    def fresh(self) -> frozenset[str]:
        return frozenset() if self.beginner else frozenset("BG") - self.used

    def can_build(self) -> bool:
        ready = frozenset(c for c in "BG" if self.ready(c))
        return builds_column(self.cards(), self.tops(), frozenset(self.supply), ready, self.fresh())

    def tile_works(self, i: int, tile: Tile, rest: str, by_buddha: bool) -> bool:
        """Whether the turn can be completed after this tile, of which only these cards are left."""
        tower = self.towers[i]
        used = self.used | ({"B"} if by_buddha else set())
        fresh = frozenset() if self.beginner else frozenset("BG") - used
        ready = frozenset(c for c in "BG" if self.ready(c)) - used | ({tile[0]} & fresh)
        if len(tower.floors) == self.height:
            return self.built < self.limit and spire_ways(rest, tile[2], "G" in ready)
        if self.built > 0:
            return True
        rebuilt = Tower([*tower.floors, [tile[1], 0]])
        towers = self.towers
        self.towers = [*towers[:i], rebuilt, *towers[i + 1 :]]
        tops, self.towers = self.tops(), towers
        return builds_column(rest, tops, frozenset(self.supply - {tile}), ready, fresh)

    # Moves

    def moves(self) -> set[str]:
        if self.over or self.draws:
            return set()
        if not self.pending:
            return self.turn_moves()
        kind = self.pending[0]
        if kind in ("closing", "fan"):
            return self.end_moves()
        if kind in ("dragon", "modified", "stuck"):
            drops = {f"drop {c} {s}" for s, c in self.sourced()}
            return drops | ({"done"} if kind == "dragon" and self.pending[1] else set())
        if kind == "spire":
            return self.spire_moves()
        return {f"pair {c} {s}" for c, s in self.payable_pairs() if kind != "tile" or self.pair_works(c)}

    def sourced(self) -> set[tuple[str, str]]:
        return {("r", c) for c in self.reserve[self.seat]} | {("h", c) for c in self.hand[self.seat]}

    def payable_pairs(self) -> set[tuple[str, str]]:
        cards = [("r", c) for c in self.reserve[self.seat]] + [("h", c) for c in self.hand[self.seat]]
        return {(a[1], a[0] + b[0]) for a, b in combinations(cards, 2) if a[1] == b[1]}

    def pair_works(self, colour: str) -> bool:
        _, i, tile = self.pending
        return self.tile_works(i, tile, without(self.cards(), colour, colour), True)

    def spire_moves(self) -> set[str]:
        colour = self.towers[self.pending[1]].spire
        moves = {f"spire {sources}" for c, sources in self.payable_pairs() if c == colour}
        if self.ready("G"):
            for source, c in self.sourced():
                if c == colour and pairs_of(without(self.cards(), c)):
                    moves.add(f"spire+bowl {source}")
        return moves

    def end_moves(self) -> set[str]:
        now = self.announced or self.pending == ("fan",)
        return {"end", "fan"} if now and self.fan_helps() else {"end"}

    def fan_helps(self) -> bool:
        return self.ready("V") and len(self.hand[self.seat]) < 4

    def turn_moves(self) -> set[str]:
        moves: set[str] = set()
        takes_column = False
        for i, tower in enumerate(self.towers):
            if tower.spire is None and not tower.full():
                takes_column = True
                moves |= self.column_moves(i, tower)
            elif tower.spire is None:
                moves |= self.tile_moves(i, tower)
        if self.ready("R") and (self.built > 0 or self.can_build()):
            moves.add("lantern")
        if self.ready("Y") and not (self.begun if self.dragon_first else self.acted):
            moves.add("dragon")
        modified = takes_column and not self.begun
        if (self.redrawn or not self.begun) and not self.acted and not modified and not self.can_build():
            moves.add("stuck")
        return moves | (self.end_moves() if self.built > 0 else set())

    def column_moves(self, i: int, tower: Tower) -> set[str]:
        site = "abcdef"[i]
        allowed = tower.floors[-1][0] if tower.floors else LETTERS
        moves = set()
        if self.built < self.limit:
            moves = {f"col {site} {c} {s}" for s, c in self.sourced() if c in allowed}
            if self.ready("G") and pairs_of(self.cards()):
                moves |= {f"bowl {site} {c}" for c in allowed}
        if not self.begun:
            moves |= {f"modified {site} {c}" for c in allowed}
        return moves

    def tile_moves(self, i: int, tower: Tower) -> set[str]:
        site, colour = "abcdef"[i], tower.floors[-1][0]
        verb = "roof" if len(tower.floors) == self.height else "tile"
        moves = set()
        for tile in self.tiles_of(colour):
            for source, c in self.sourced():
                if c == colour and self.tile_works(i, tile, without(self.cards(), c), False):
                    moves.add(f"{verb} {site} {tile[1]} {source}")
            if self.ready("B"):
                rests = [without(self.cards(), p, p) for p in pairs_of(self.cards())]
                if any(self.tile_works(i, tile, rest, True) for rest in rests):
                    moves.add(f"buddha {site} {tile[1]}")
        return moves

    # Doing

    def do(self, text: str) -> None:
        verb, *words = text.split()
        getattr(self, "do_" + verb.replace("+", "_"))(*words)

    def spend(self, colour: str, source: str) -> None:
        (self.reserve if source == "r" else self.hand)[self.seat].remove(colour)
        if source == "h" and colour in self.known[self.seat]:
            self.known[self.seat].remove(colour)
        self.played.append(colour)

    def column(self, i: int, colour: str) -> None:
        tower = self.towers[i]
        if not tower.floors:
            tower.floors.append([colour, 0])
        tower.floors[-1][1] += 1
        self.points[self.seat] += len(tower.floors)
        self.built += 1
        self.begun = self.acted = True

    def tile(self, i: int, tile: Tile) -> None:
        tower = self.towers[i]
        self.supply.remove(tile)
        self.points[self.seat] += 1
        self.begun = self.acted = True
        if not self.beginner:
            self.marker[self.seat][tile[0]] = 2
        if len(tower.floors) == self.height:
            tower.spire = tile[2]
            self.pending = ("spire", i)
        else:
            tower.floors.append([tile[1], 0])
            self.pending = ()

    def spire(self) -> None:
        self.points[self.seat] += 4 if self.quick else 5
        self.built += 1
        self.pending = ()

    def use(self, colour: str) -> None:
        self.marker[self.seat][colour] -= 1
        self.used.add(colour)

    def wanted_tile(self, site: str, slot: str) -> tuple[int, Tile]:
        i = "abcdef".index(site)
        colour = self.towers[i].floors[-1][0]
        return i, next(tile for tile in self.tiles_of(colour) if tile[1] == slot)

    def do_col(self, site: str, colour: str, source: str) -> None:
        self.spend(colour, source)
        self.column("abcdef".index(site), colour)

    def do_tile(self, site: str, slot: str, source: str) -> None:
        i, tile = self.wanted_tile(site, slot)
        self.spend(tile[0], source)
        self.tile(i, tile)

    do_roof = do_tile

    def do_bowl(self, site: str, colour: str) -> None:
        self.pending = ("column", "abcdef".index(site), colour)

    def do_buddha(self, site: str, slot: str) -> None:
        self.pending = ("tile", *self.wanted_tile(site, slot))

    def do_modified(self, site: str, colour: str) -> None:
        self.pending = ("modified", 4, "abcdef".index(site), colour)

    def do_pair(self, colour: str, sources: str) -> None:
        for source in sources:
            self.spend(colour, source)
        kind, *rest = self.pending
        if kind == "tile":
            self.use("B")
            self.tile(rest[0], rest[1])
            return
        self.use("G")
        self.pending = ()
        if kind == "column":
            self.column(rest[0], rest[1])
        else:
            self.spire()

    def do_spire(self, sources: str) -> None:
        colour = self.towers[self.pending[1]].spire
        assert colour is not None
        for source in sources:
            self.spend(colour, source)
        self.spire()

    def do_spire_bowl(self, source: str) -> None:
        colour = self.towers[self.pending[1]].spire
        assert colour is not None
        self.spend(colour, source)
        self.pending = ("pay spire", self.pending[1])

    def do_lantern(self) -> None:
        self.use("R")
        self.begun = True

    def do_dragon(self) -> None:
        self.use("Y")
        self.pending = ("dragon", 0, len(self.hand[self.seat]))

    def do_stuck(self) -> None:
        self.pending = ("stuck", 4)

    def do_drop(self, colour: str, source: str) -> None:
        self.spend(colour, source)
        kind, n, *rest = self.pending
        if kind == "dragon":
            self.pending = (kind, n + 1, *rest)
            return
        self.pending = (kind, n - 1, *rest)
        if n == 1:
            if kind == "modified":
                self.column(rest[0], rest[1])
            self.pending = ("closing",)

    def do_done(self) -> None:
        self.redrawn = self.begun
        self.fill(self.pending[2], "play")
        self.pending = ()

    def do_end(self) -> None:
        without_fan, self.pending = self.pending == ("fan",), ()
        if without_fan:
            self.pass_turn()
        else:
            self.fill(2, "pass")

    def do_fan(self) -> None:
        self.use("V")
        self.pending = ()
        self.fill(4, "pass")

    # Drawing

    def fill(self, hand: int, then: str) -> None:
        self.discard += self.played
        self.played = []
        self.draws = [(self.seat, "r")] * (5 - len(self.reserve[self.seat]))
        self.draws += [(self.seat, "h")] * (hand - len(self.hand[self.seat]))
        self.after_draws = then
        self.go_on()

    def go_on(self) -> None:
        if self.draws:
            if not self.deck:
                self.deck, self.discard = self.discard, []
        elif self.after_draws == "pass" and self.fan_helps() and not self.announced:
            self.pending = ("fan",)
        elif self.after_draws == "pass":
            self.pass_turn()

    def draw(self, colour: str) -> None:
        seat, place = self.draws.pop(0)
        self.deck.remove(colour)
        (self.reserve if place == "r" else self.hand)[seat].append(colour)
        if not self.deck:
            self.known = [list(self.hand[0]), list(self.hand[1])]
        self.go_on()

    def pass_turn(self) -> None:
        self.idle = 0 if self.built else self.idle + 1
        self.over = (self.seat == 1 and self.complete() >= 3) or self.idle == 10
        self.seat = 1 - self.seat
        self.turns += 1
        self.used, self.built = set(), 0
        self.begun = self.acted = self.redrawn = False


def table_of(view: Any) -> Table:
    """The table that the seat on turn sees in its view, no act under way: enough to judge what it may do."""
    seat = view.to_move
    table = Table(quick=view.quick, beginner=view.beginner, seat=seat, draws=[])
    table.towers = [Tower([[f.colour, f.columns] for f in p.floors], p.spire) for p in view.sites]
    table.supply = {
        (LETTERS[b], LETTERS[slot], spire)
        for b, row in enumerate(view.supply)
        for slot, spire in enumerate(row)
        if spire is not None
    }
    table.reserve = [list(player.reserve) for player in view.players]
    table.hand = [list(player.hand or "") for player in view.players]
    table.marker = [
        Counter(dict(zip(LETTERS, player.abilities, strict=True))) for player in view.players
    ]  # fmt: skip
    table.points = [player.points for player in view.players]
    table.used = {colour for colour, name in ABILITY.items() if name in view.turn.used}
    table.built, table.begun = view.turn.built, view.turn.begun
    table.acted = view.turn.points > 0  # every act scores
    return table
