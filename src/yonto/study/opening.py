"""Whatever somebody brings, as a study: a record with or without variations, a round of a match, or moves that are
typed, with draws in between, as far as one likes."""

import re
from collections.abc import Mapping

from yonto.core import matches, records
from yonto.core.contract import CHANCE, Game
from yonto.core.errors import BadNotation, BadOption, BadRecord, YontoError
from yonto.core.rng import Rng
from yonto.games import load_for
from yonto.study.tree import Node, Study, start
from yonto.study.writing import read

LONGEST = 200_000  # characters
BY_CHANCE = "*"
PREFIX = re.compile(r"([1-9*])\s+(?=\S)")  # who acts, as in a record: may be left out
NAMES = ("1", "2", "3", "4")


def opened(text: str, round_number: int = 1) -> Study:
    """A record as a study; of a match, one of its rounds."""
    check_length(text)
    if not text.removeprefix("\ufeff").startswith("yonto-match:"):
        study = read(text, load_for(records.read(text)))
        check_round(round_number, 1)
        return study
    match = matches.read(text)
    check_round(round_number, len(match.rounds))
    return read(records.write(match.rounds[round_number - 1]), load_for(match))


def check_length(text: str) -> None:
    if len(text) > LONGEST:
        raise BadRecord(text.count("\n", 0, LONGEST) + 1, 1, "record.long", n=len(text), most=LONGEST)


def check_round(wanted: int, rounds: int) -> None:
    if not 1 <= wanted <= rounds:
        raise BadOption("study.no_round", number=wanted, n=rounds)


def typed_in(
    game: Game, seats: int, options: Mapping[str, str], text: str, rng: Rng, lang: str = "en",
    names: tuple[str, ...] = (),
) -> Study:  # fmt: skip
    """A position as one types it: a move or a draw a line, or several in a line with blanks or semicolons between them.
    `*` lets chance act until somebody is to move. BadRecord says in which line something is wrong."""
    if seats not in game.seats:
        raise BadOption("option.seats", game=game.name, seats=seats, allowed=", ".join(map(str, game.seats)))
    check_length(text)
    study = start(game, options, names or NAMES[:seats])
    node = study.root
    for number, line in enumerate(text.splitlines(), 1):
        for part in filter(None, (part.strip() for part in re.split("[;,]", line))):
            node = typed_part(study, node, part, number, rng, lang)
    return study


def typed_part(study: Study, node: Node, part: str, number: int, rng: Rng, lang: str) -> Node:
    """One thing that was typed, or several words of which each is one."""
    try:
        return acted(study, node, part, rng, lang)
    except BadNotation as error:
        words = part.split()
        if len(words) == 1:
            raise placed(error, number) from None
        whole = error
    except YontoError as error:
        raise placed(error, number) from None
    try:
        for word in words:
            node = acted(study, node, word, rng, lang)
        return node
    except YontoError:
        raise placed(whole, number) from None


def acted(study: Study, node: Node, text: str, rng: Rng, lang: str) -> Node:
    if text == BY_CHANCE:
        return study.draw(node, rng)
    try:
        return study.act(node, text, lang)
    except BadNotation:
        if not PREFIX.match(text):
            raise
        return study.act(node, PREFIX.sub("", text, count=1), lang)


def placed(error: YontoError, number: int) -> BadRecord:
    column = error.position + 1 if isinstance(error, BadNotation) else 1
    return BadRecord(number, column, error.key, error, **error.params)


def due(study: Study, node: Node) -> bool:
    """Whether chance is to act."""
    return bool(study.game.to_move(node.state) == CHANCE)
