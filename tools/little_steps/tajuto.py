"""The ideas of Tajuto's little steps."""

from collections.abc import Callable

from little_steps.mine import Idea, Source
from yonto.core.contract import Game, Line, Seat, State
from yonto.core.rng import Rng, below
from yonto.games.tajuto.features import draw_worth
from yonto.games.tajuto.notation import floors_of
from yonto.teaching.turns import Turn

ORDER = ("red", "orange", "yellow", "green", "blue", "violet", "pink", "black")


def laid(name: str, turns: str) -> Source:
    """A position of two by hand. A turn ends with a point, and holds `red1` (drawn and built), `?red5` (drawn),
    `!red` (built), `o:red` (offered), `b:W3` (bought), with the action tile behind a stroke if it is not A; `k:red5`
    (kept at the end)."""
    script: list[str] = []
    for turn in turns.split("."):
        words = turn.split()
        for word in words:
            script += acts(word)
        if words and words[-1] != "|":
            kept = [word[2:] for word in words if word.startswith("k:")]
            script.append(f"end keep {kept[0]}" if kept else "end")
    return Source(name, 2, {}, script=tuple(script))


def acts(word: str) -> list[str]:
    what, _, tile = word.partition("/")
    tile = tile or "A"
    if what.startswith("o:"):
        return [f"{tile} offer {what[2:]}"]
    if what.startswith("b:"):
        return [f"{tile} acquire {what[2:]}"]
    if what.startswith("?"):
        return [f"{tile} draw {what[-1]}", what[1:]]
    if what.startswith("!"):
        return [f"build {what[1:]}"]
    if what.startswith("k:") or what == "|":
        return []
    return [f"{tile} draw {what[-1]}", what, f"build {what[:-1]}"]


RED = "red1. red2. red3. red4. red5. red6. "
BLUE = "blue1. blue2. blue3. blue4. blue5. blue6. "
PINK = "pink1. pink2. pink3. pink4. pink5. pink6. "

TWO_FLOORS = "".join(f"{colour}{size}. " for size in (1, 2) for colour in ORDER)
ALL_OFFERED = "".join(f"o:{colour}. " for colour in ORDER)
TEN_ROUNDS = "?red6 k:red6. ?blue6 k:blue6. " + 9 * "?black6 k:red6. ?black6 k:blue6. "  # in which nothing happens


BY_HAND = (
    laid("tall", "red1. red2. blue1. red3. green1. red4."),
    laid("order", "?red4 k:red4. red1. blue1 k:red4. red2. ?orange5 k:red4. red3."),
    laid(
        "not_yet",
        RED + BLUE + PINK + "?green6 k:green6. green1. black1 k:green6. green2. green3 k:green6. "
        "green4. black2 k:green6. green5. yellow1 orange1/B |",
    ),
    laid(
        "discount",
        RED + BLUE + PINK + "?green6 k:green6. green1 b:W1/B. black1 k:green6. green2. green3 k:green6. "
        "green4. b:market k:green6. green5. yellow1 orange1/B |",
    ),
    laid("idle", TWO_FLOORS + ALL_OFFERED + TEN_ROUNDS),
)


def saving(game: Game, state: State, seat: Seat, rng: Rng) -> int:
    """The first seat saves its points and the second buys Wisdom: so there are many early, and cheap tiles are gone.
    Both build what they can, offer often, and feel for what most likely brings something."""
    acts = {game.write(state, action): action for action in game.legal(state)}
    bought = [text for text in acts if text.startswith("A acquire W")] if seat and below(rng, 3) else []
    offered = [text for text in acts if text.startswith("A offer")] if below(rng, 2) else []
    drawn = sorted(
        (text for text in acts if text.startswith("A draw")), key=lambda text: -draw_worth(state, int(text[-1]))
    )
    drawn = drawn[: 1 if below(rng, 5) else None]
    rest = [text for text in acts if text.startswith("end")] or list(acts)
    built = [text for text in acts if text.startswith("build")]
    some = next(each for each in (built, bought[-1:], offered, drawn, rest) if each)
    return acts[some[below(rng, len(some))]]


SOURCES = (
    *BY_HAND,
    Source("pair", 2, {}, range(40), level="adept"),
    Source("by_lot", 2, {}, range(20), level=""),
    Source("trio", 3, {}, range(10)),
    Source("saving", 2, {}, range(3000), hand=saving, most=100),
)


def words(turn: Turn, verb: str) -> list[str]:
    """What a verb was said of: sizes felt for, pagodas offered to, things acquired."""
    return [text.split()[2] for text in turn.texts if text.split()[1:2] == [verb]]


def buys(*items: str) -> Callable[[Turn], bool]:
    return lambda turn: any(item in items for item in words(turn, "acquire"))


def lines(turn: Turn, key: str) -> list[Line]:
    return [line for line in turn.lines if line.key == key]


def claims(objective: str) -> Callable[[Turn], bool]:
    return lambda turn: any(
        line.params == {"objective": f"@objective.{objective}", "seat": turn.seat + 1}
        for line in lines(turn, "log.claim")
    )


def feels(*sizes: str) -> Callable[[Turn], bool]:
    return lambda turn: any(size in sizes for size in words(turn, "draw"))


def offers_high(turn: Turn) -> bool:
    return any(line.params["n"] >= 6 for line in lines(turn, "log.offer"))


def covers_own(turn: Turn) -> bool:
    """An offering, and a floor on top of it in the same turn."""
    return "offer" in turn.texts[0] and "log.build.covering" in turn.keys


def bets_on_sixth(turn: Turn) -> bool:
    """A bet on a pagoda whose last floor lies before the seat."""
    bets = [item for item in words(turn, "acquire") if item in ORDER]
    held = {floor % 8 for floor in floors_of(turn.before.before[turn.seat]) if floor // 8 == 5}
    return any(ORDER.index(colour) in held and turn.before.height[ORDER.index(colour)] == 5 for colour in bets)


def wins(turn: Turn) -> bool:
    return any(line.params["seat"] == turn.seat + 1 for line in lines(turn, "log.win"))


def keeps_soon(turn: Turn) -> bool:
    """Of several floors, one is kept that comes after the very next of its pagoda."""
    kept = lines(turn, "log.end.keep")
    if not kept or "log.returned" not in turn.keys:
        return False
    colour = ORDER.index(str(kept[0].params["colour"]).removeprefix("@colour."))
    return bool(int(turn.before.height[colour]) + 2 == kept[0].params["size"])


def early_and_rich(game: Game, state: State, seat: Seat) -> bool:
    """Before anything is done in a turn, with more points than one usually has then."""
    return int(state.mp[seat]) >= 10 and not state.used.any() and int(state.height.sum()) <= 12


def owns_market(game: Game, state: State, seat: Seat) -> bool:
    return int(state.owned[seat, 5]) > 0


def opens(idea: str, theme: str, rules: tuple[str, ...], shows: Callable[[Turn], bool], *sources: str) -> Idea:
    """An idea for what to do first in a turn, or next in it."""
    return Idea(idea, theme, rules, shows, sources=sources, prefix=True)


IDEAS = (
    Idea("feel_ground", "bag", ("T6", "T7"), feels("1"), sources=("trio",), prefix=True, latest=0),
    opens("feel_next", "bag", ("T7", "T10"), feels("2")),
    opens("feel_third", "bag", ("T7", "T10"), feels("3")),
    opens("feel_fourth", "bag", ("T7", "T10"), feels("4")),
    opens("feel_fifth", "bag", ("T7", "T10"), feels("5")),
    opens("feel_last", "bag", ("T7", "T13"), feels("6")),
    opens("draw_again", "bag", ("T4", "T5", "T7"), lambda turn: turn.texts[0][:6] in ("B draw", "C draw")),
    opens("draw_d", "bag", ("T5", "T7"), lambda turn: turn.texts[0].startswith("D draw")),
    Idea("lowest", "bag", ("T7", "T25"), lambda turn: bool(words(turn, "draw")), sources=("idle",), prefix=True,
         most=120),
    Idea("keep", "bag", ("T12",), lambda turn: len(turn.texts) == 1 and keeps_soon(turn), point=("floors",)),
    Idea("build_offer", "offerings", ("T8", "T10", "T11"),
         lambda turn: {"build red", "A offer red"} == {*turn.texts[:2]} and len(turn.texts) == 3,
         sources=("order",), most=200),
    opens("offer", "offerings", ("T8",), lambda turn: bool(words(turn, "offer")), "tall"),
    opens("offer_high", "offerings", ("T8",), offers_high),
    Idea("offer_again", "offerings", ("T4", "T5", "T8", "T10", "T18"), covers_own, sources=("trio",)),
    opens("offered4", "offerings", ("T8", "T18"), claims("offered4")),
    Idea("offered8", "offerings", ("T8", "T10", "T18"), lambda turn: covers_own(turn) and claims("offered8")(turn),
         sources=("trio",)),
    opens("wisdom1", "village", ("T9", "T17"), buys("W1")),
    opens("wisdom2", "village", ("T9", "T17"), buys("W2")),
    opens("wisdom3", "village", ("T17", "T18"), buys("W3")),
    opens("wise5", "village", ("T17", "T18"), claims("wise5")),
    opens("wisdom4", "village", ("T17", "T18"), buys("W4")),
    opens("wisdom5", "village", ("T5", "T17"), buys("W5")),
    Idea("market", "village", ("T9", "T15"), buys("market"), sources=("saving",), suits=early_and_rich,
         prefix=True),
    Idea("market_price", "village", ("T9", "T15"), buys("W4", "green"), prefix=True, suits=owns_market,
         sources=("discount",), most=120),
    opens("sanctuary", "village", ("T9", "T16"), buys("sanctuary")),
    opens("reached30", "village", ("T8", "T18"), claims("reached30")),
    opens("bet", "bets", ("T9", "T14"), buys(*ORDER)),
    opens("bet_sure", "bets", ("T13", "T14"), bets_on_sixth),
    Idea("win", "end", ("T14", "T19", "T20", "T21"), wins),
    Idea("not_yet", "end", ("T9", "T20"), lambda turn: bool(words(turn, "acquire")), sources=("not_yet",), prefix=True,
         most=120),
)  # fmt: skip
