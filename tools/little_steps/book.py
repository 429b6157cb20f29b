"""A game's `steps.toml`: read, added to, and written in one form. What stands in it stays as it is found."""

import json
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from little_steps.mine import Found, Idea, played, stars
from little_steps.niya import Truth, garden, sights
from yonto.core import records
from yonto.core.contract import Game
from yonto.core.play import Play

GAMES = Path(__file__).resolve().parents[2] / "src" / "yonto" / "games"
NAMES = ("Ada", "Bruno", "Chloé", "Dao")
ORDER = ("id", "theme", "rules", "of", "after", "record", "turns", "answer", "point", "done", "example", "stars")

# What the page lights for a theme, where an idea names nothing itself: never the answer.
POINTS: dict[str, dict[str, tuple[str, ...]]] = {
    "qin": dict.fromkeys(("provinces", "great", "villages", "joins", "end"), ("hand",)),
    "pagode": {"columns": ("cards",), "tiles": ("supply",), "roofs": ("supply",), "end": ("supply",)},
    "tajuto": {
        "bag": ("bag", "floors"),
        "offerings": ("offerings", "floors"),
        "village": ("village",),
        "bets": ("track", "floors"),
        "end": ("floors", "village"),
    },
}

Entry = dict[str, Any]


def place(game: str) -> Path:
    return GAMES / game / "teaching" / "steps.toml"


def read(game: str) -> tuple[dict[str, str], list[Entry]]:
    """The games and steps of a file; none where there is none yet."""
    if not place(game).is_file():
        return {}, []
    book = tomllib.loads(place(game).read_text(encoding="utf-8"))
    return book.get("game", {}), book["step"]


def write(game: str, games: dict[str, str], steps: list[Entry], order: Sequence[str]) -> None:
    """Steps in the order of their ideas; games as far as a step needs them."""
    ordered = sorted(steps, key=lambda step: order.index(step["id"]))
    lines = ["# The little steps, made by tools/make_steps.py; their sentences lie beside.", ""]
    reach = {
        name: max(step.get("after", 0) for step in ordered if step.get("of") == name) for name in games_used(ordered)
    }
    if reach:
        lines += ["[game]", *(f"{name} = '''\n{cut(games[name], reach[name])}'''" for name in sorted(reach)), ""]
    for step in ordered:
        lines += ["[[step]]", *(f"{key} = {value_text(step[key])}" for key in ORDER if step.get(key)), ""]
    place(game).parent.mkdir(exist_ok=True)
    place(game).write_text("\n".join(lines), encoding="utf-8")


def games_used(steps: list[Entry]) -> set[str]:
    return {step["of"] for step in steps if step.get("of")}


def cut(text: str, after: int) -> str:
    """A record as far as its first `after` actions."""
    record = records.read(text)
    return records.write(
        records.Record(record.game, record.rules, record.options, record.names, record.entries[:after])
    )


def value_text(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {value_text(each)}" for key, each in value.items()) + " }"
    if isinstance(value, str) and "\n" in value:
        return f"'''\n{value}'''"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(value_text(each) for each in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def text_of(play: Play, after: int) -> str:
    """The record of a game up to a position."""
    play.rewind(after)
    return records.write(records.of_play(play, NAMES[: play.seats]))


def searched(game: Game, found: Found) -> tuple[str, str, Entry]:
    """A step whose stars come from search: the name and text of its game, and its entry."""
    name = found.source.name if found.source.script else f"{found.source.name}{found.seed}"
    text = text_of(played(game, found.source, found.seed), 1 << 30)
    ranked = stars(found)
    showing = sorted(found.showing, key=lambda turn: -found.values.get(turn.text, 0.0))
    entry = {
        "id": found.idea.id,
        "theme": found.idea.theme,
        "rules": found.idea.rules,
        "of": name,
        "after": found.after,
        "point": pointed(game.name, found.idea),
        "done": {"moves": [turn.text for turn in showing]},
        "example": example(ranked["best"][0]),
        "stars": {key: turns for key, turns in {**ranked, "fair": reordered(found, ranked)}.items() if turns},
    }
    return name, text, entry


def reordered(found: Found, ranked: dict[str, list[tuple[str, ...]]]) -> list[tuple[str, ...]]:
    """Turns of the same acts as one with more stars, in an order that leads elsewhere: worth one."""
    listed = [turn for turns in ranked.values() for turn in turns]
    acts = {tuple(sorted(turn)) for turn in listed if "..." not in turn}
    return [turn.text for turn in found.turns if turn.text not in listed and tuple(sorted(turn.text)) in acts]


def pointed(game: str, idea: Idea) -> tuple[str, ...]:
    return idea.point or POINTS[game][idea.theme]


def example(turn: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(text for text in turn if text != "...")


def solved(game: Game, truth: Truth, seed: int, after: int) -> Entry:
    """A step of a game that is solved."""
    best = next(sight.best for at, sight in sights(game, truth.options, seed, truth.moves) if at == after)
    play = garden(game, truth.options, seed)
    text = game.write(play.steps[after].state, best.action)
    return {
        "id": truth.id,
        "theme": truth.theme,
        "rules": truth.rules,
        "record": text_of(play, after),
        "turns": truth.turns,
        "answer": "perfect" if truth.turns > 1 else "",
        "point": truth.point,
        "example": [text],
        "stars": {"exact": True},
    }
