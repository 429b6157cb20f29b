"""A study in words: each move as people say it, each draw as its owner saw it, variations in brackets."""

from collections.abc import Iterator

from yonto.core import saying
from yonto.core.contract import CHANCE, Line, Seat
from yonto.core.words import Plain, Words
from yonto.study.tree import Node, Study

INDENT = "    "


def seer(study: Study, node: Node) -> Seat | None:
    """Through whose eyes an action is told: of a draw, those of the one seat that sees it; else of any that does."""
    if node.who != CHANCE or node.parent is None:
        return node.who
    before = node.parent.state
    return next((seat for seat in range(study.seats) if study.game.sees(before, node.action, seat)), None)


def said(study: Study, node: Node, w: Words) -> str:
    """What an action did, in words; the beginning has none. What is told to its owner alone (“you draw …”) is told of
    the owner here."""
    assert node.parent is not None
    state, eyes = node.parent.state, seer(study, node)
    own = saying.phrase(study.game, state, node.action, eyes)
    if node.who != CHANCE or eyes is None or "seat" in own.params:
        return spoken(own, w)
    public = saying.phrase(study.game, state, node.action, None)
    if public.key in (own.key, "say.notation"):
        return spoken(own, w)
    return w("study.drawn", what=Plain(spoken(public, w)), which=list(own.params.values()))


def told(study: Study, w: Words) -> str:
    """The whole study, a turn a line."""
    w = w.naming(study.names) if len(set(study.names)) == study.seats else w
    return "".join(f"{line}\n" for line in [title(study, w), "", *lines(study, study.root, 0, w)])


def title(study: Study, w: Words) -> str:
    return f"{w('name')} · {', '.join(study.names)}"


def lines(study: Study, node: Node, depth: int, w: Words) -> Iterator[str]:
    """All that follows a node: what one seat does in one go, with the draws after it, is one line."""
    group: list[Node] = []
    while node.children:
        here, others = node.children[0], node.children[1:]
        if group and begins(group, here):
            yield line_of(study, group, depth, w)
            group = []
        group.append(here)
        if others:
            yield line_of(study, group, depth, w)
            group = []
            for other in others:
                yield from variation(study, other, depth + 1, w)
        node = here
    if group:
        yield line_of(study, group, depth, w)


def begins(group: list[Node], here: Node) -> bool:
    """Whether an action begins another line: another seat acts, or the set-up is over."""
    return here.who != CHANCE and here.who != group[0].who


def variation(study: Study, node: Node, depth: int, w: Words) -> Iterator[str]:
    """What might be done instead, with a mark at its first line."""
    holder = Node(CHANCE, "", -1, node.state, node.parent, [node])
    found = list(lines(study, holder, depth, w))
    yield f"{INDENT * (depth - 1)}  – {found[0].strip()}"
    yield from found[1:]


def line_of(study: Study, group: list[Node], depth: int, w: Words) -> str:
    who = group[0].who
    name = w("study.chance") if who == CHANCE else Plain(study.names[who])
    parts = (said(study, node, w) for node in group)
    space = " " if w.lang == "fr" else ""
    return f"{INDENT * depth}{name}{space}: {f'{space}; '.join(parts)}"


def spoken(line: Line, w: Words) -> str:
    return w(line.key, **line.params).rstrip(".")
