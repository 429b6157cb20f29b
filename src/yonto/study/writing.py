"""A record with variations (docs/notation.md): a record whose further lines, indented, say what might be played
instead.

    1 a4
    2 b4
      - 2 c4
        1 c2
      - 2 d4
    1 b2

A variation begins with a dash, two columns further in than the move which it replaces; its next moves stand below its
first, and may have variations of their own. Without the indented lines it is an ordinary record: `records.read` leaves
them out, and the main line replays as it is.
"""

from collections.abc import Iterator

from yonto.core import records
from yonto.core.contract import CHANCE, Game
from yonto.core.errors import BadNotation, BadRecord, YontoError
from yonto.core.records import Entry, Record
from yonto.study.tree import Node, Study, read_action, start

STEP = 4  # columns for each variation


def write(study: Study) -> str:
    """The tree as text; what the head says of a result is that of the main line."""
    play = study.play(study.end())
    record = records.of_play(play, study.names)
    head = records.write(Record(record.game, record.rules, record.options, record.names, (), record.result))
    return head + "".join(f"{line}\n" for line in lines(study.root, 0))


def lines(node: Node, depth: int) -> Iterator[str]:
    """All that follows a node."""
    while node.children:
        yield line_of(node.children[0], depth, False)
        for other in node.children[1:]:
            yield line_of(other, depth + 1, True)
            yield from lines(other, depth + 1)
        node = node.children[0]


def line_of(node: Node, depth: int, begins: bool) -> str:
    who = "*" if node.who == CHANCE else str(node.who + 1)
    margin = " " * (STEP * depth - 2) + "- " if begins else " " * STEP * depth
    return f"{margin}{who} {node.text}"


def read(text: str, game: Game) -> Study:
    """The inverse of `write`, of any record; BadRecord names the place of whatever is not possible."""
    record = records.read(text)
    records.open_play(record, game)
    study = start(game, record.options, record.names)
    above: list[Node] = [study.root]  # by depth: the node that was read last
    for number, line in records.body_of(text):
        depth, begins, column = margin_of(line, number)
        before = standing_before(above, depth, begins)
        if before is None:
            raise BadRecord(number, 1, "record.margin")
        entry = records.read_entry(line[column:], number, study.seats)
        above[depth:] = [followed(study, before, entry, column)]
    records.check_result(record, study.play(study.end()))
    return study


def standing_before(above: list[Node], depth: int, begins: bool) -> Node | None:
    """What an action follows: the one above it, or, at the beginning of a variation, the one before the action that it
    replaces. None where there is nothing to follow or to replace."""
    if begins:
        return above[depth - 1].parent if depth <= len(above) else None
    return above[depth] if depth < len(above) else None


def margin_of(line: str, number: int) -> tuple[int, bool, int]:
    """In how many variations a line stands, whether it begins one, and the column of its entry."""
    blanks = len(line) - len(line.lstrip(" "))
    begins = line.startswith("- ", blanks)
    column = blanks + 2 if begins else blanks
    if column % STEP or (begins and not column):
        raise BadRecord(number, 1, "record.margin")
    return column // STEP, begins, column


def followed(study: Study, before: Node, entry: Entry, column: int) -> Node:
    """One action more; whoever acts must be whose turn it is."""
    due = study.game.to_move(before.state)
    if entry.who == CHANCE and entry.text == records.HIDDEN:
        raise BadRecord(entry.line, column + 3, "record.hidden")
    if entry.who != due:
        who, expected = records.who_words(entry.who), records.who_words(due)
        raise BadRecord(entry.line, column + 1, "record.who", who=who, due=expected)
    try:
        return study.take(before, read_action(study.game, before.state, entry.text))
    except BadNotation as error:
        raise BadRecord(entry.line, column + 3 + error.position, error.key, error, **error.params) from None
    except YontoError as error:
        raise BadRecord(entry.line, column + 3, error.key, error, **error.params) from None
