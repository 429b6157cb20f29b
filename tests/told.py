"""All that a record tells, made into something that can be compared for ever: before the rules of a game change, what
its records tell under the rules of today is written down, and a test holds every later Yonto to it.

    python tests/told.py GAME

writes `told-VERSION.json` beside the golden records of a game. It never overwrites: what was told stays told.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from yonto.core import records
from yonto.core.contract import CHANCE, Game, State
from yonto.core.errors import Refused
from yonto.core.play import Play
from yonto.core.words import LANGUAGES, words
from yonto.games import load

RECORDS = Path(__file__).parent / "records"


def encoded(value: object) -> bytes:
    return msgspec.json.encode(value)


def allowed(game: Game, state: State) -> list[str]:
    """What may be done: by a seat, or by CHANCE with its odds."""
    if game.rules.to_move(state) == CHANCE:
        return [f"{game.write(state, action)} {odds}" for action, odds in zip(*game.chance(state), strict=True)]
    return [game.write(state, action) for action in game.legal(state)]


def refused(game: Game, state: State) -> Iterator[object]:
    """Why the other actions are not allowed, in words; every seventh, another seventh at every action."""
    if game.rules.to_move(state) < 0:
        return
    for action in range(int(state.tobytes()[0]) % 7, game.rules.ACTIONS, 7):
        if (no := game.refusal(state, action)) is not None:
            yield [said(no, lang) for lang in LANGUAGES]


def said(no: Refused, lang: str) -> str:
    return no.say(words(lang, no.game))


def eyes(play: Play) -> list[int | None]:
    return [None, *range(play.seats)]


def told(play: Play) -> dict[str, Any]:
    """What may be done, what happened and what is seen, action by action, as sums; the last views whole."""
    sums = {name: hashlib.sha256() for name in ("allowed", "refused", "log", "view")}
    game, states = play.game, [*(step.state for step in play.steps), play.state]
    for number, state in enumerate(states):
        sums["allowed"].update(encoded(allowed(game, state)))
        for each in refused(game, state) if number % 5 == 0 else ():
            sums["refused"].update(encoded(each))
        sums["view"].update(encoded(game.view(state, eyes(play)[number % (play.seats + 1)])))  # each in turn
        for seat in eyes(play):
            if number:
                step = play.steps[number - 1]
                sums["log"].update(encoded(game.tell(step.state, step.action, state, seat)))
    views = [msgspec.to_builtins(game.view(play.state, seat)) for seat in eyes(play)]
    return {**{name: found.hexdigest() for name, found in sums.items()}, "final": views}


def golden(name: str) -> dict[str, records.Record]:
    """The golden records of a game, by the names of their files."""
    paths = sorted(path for path in (RECORDS / name).glob("*.yonto") if "match" not in path.stem)
    return {path.stem: records.read(path.read_text(encoding="utf-8")) for path in paths}


def main(name: str) -> None:
    game = load(name)
    path = RECORDS / name / f"told-{game.version}.json"
    assert not path.exists(), "what was told stays told"
    found = {
        stem: told(records.replay(record, game))
        for stem, record in golden(name).items()
        if record.rules == game.version
    }
    lines = [f"{json.dumps(stem)}: {json.dumps(each)}" for stem, each in found.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
