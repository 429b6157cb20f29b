"""A study: a position to begin with, and all that was tried from it, as a tree of actions.

The first child of a node is how it goes on; the others are variations. A node is known by its number in the order in
which the tree is written: the move, then what might be done instead of it, then how it goes on. 0 is the beginning.
"""

import weakref
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from yonto.core import typed
from yonto.core.contract import CHANCE, Game, State
from yonto.core.errors import BadOption, YontoError
from yonto.core.play import Play, Step
from yonto.core.rng import Rng, pick

MOST = 4000  # actions in one study: several long games
DEEPEST = 30  # variations in variations


class Node:
    """An action and the position after it. The root has none and is the beginning.

    A tree is held from its root, by its study, and nobody below holds anybody above: else a tree that is done with
    would stay in memory until the collector looks for circles, which a server has it do seldom."""

    __slots__ = ("__weakref__", "action", "children", "state", "text", "up", "who")

    def __init__(
        self, who: int, text: str, action: int, state: State, parent: "Node | None" = None,
        children: "list[Node] | None" = None,
    ) -> None:  # fmt: skip
        self.who = who  # a seat or CHANCE
        self.text = text
        self.action = action
        self.state = state  # after it; never changed
        self.up = None if parent is None else weakref.ref(parent)
        self.children: list[Node] = [] if children is None else children

    @property
    def parent(self) -> "Node | None":
        if self.up is None:
            return None
        if (found := self.up()) is None:
            raise ReferenceError("the study that this node is of is gone")
        return found

    @property
    def first(self) -> bool:
        """Whether it stands in the line that its parent goes on with."""
        return self.parent is None or self.parent.children[0] is self

    def line(self) -> list["Node"]:
        """The actions from the beginning to here."""
        found: list[Node] = []
        node = self
        while node.parent is not None:
            found.append(node)
            node = node.parent
        return found[::-1]

    def depth(self) -> int:
        """In how many variations it stands."""
        return sum(not each.first for each in self.line())


@dataclass
class Study:
    """The tree of one game. Whoever changes it copies it first."""

    game: Game
    options: Mapping[str, str]
    names: tuple[str, ...]
    root: Node
    size: int = 0

    @property
    def seats(self) -> int:
        return len(self.names)

    def nodes(self) -> list[Node]:
        """All nodes in the order of their numbers."""
        return [self.root, *written(self.root)]

    def at(self, number: int) -> Node:
        found = self.nodes()
        if not 0 <= number < len(found):
            raise BadOption("study.nowhere")
        return found[number]

    def number(self, node: Node) -> int:
        return next(i for i, each in enumerate(self.nodes()) if each is node)

    def end(self) -> Node:
        """Where the main line ends."""
        node = self.root
        while node.children:
            node = node.children[0]
        return node

    def main(self) -> list[Node]:
        return self.end().line()

    def play(self, node: Node) -> Play:
        """The game as it went to here."""
        play = Play(self.game, self.seats, self.options)
        before = self.root
        for each in node.line():
            play.steps.append(Step(each.who, before.state, each.action))
            before = each
        play.state = node.state
        return play

    def copy(self) -> "Study":
        """A tree of its own; positions never change and are shared."""
        root = Node(self.root.who, "", -1, self.root.state)
        rest = [(self.root, root)]
        while rest:
            old, new = rest.pop()
            for child in old.children:
                twin = Node(child.who, child.text, child.action, child.state, new)
                new.children.append(twin)
                rest.append((child, twin))
        return Study(self.game, self.options, self.names, root, self.size)

    def take(self, node: Node, action: int) -> Node:
        """What is known to be possible here; a node that is there already is not made twice."""
        known = next((child for child in node.children if child.action == action), None)
        if known is not None:
            return known
        if self.size >= MOST or (node.children and node.depth() >= DEEPEST):
            raise BadOption("study.full", most=MOST)
        who, text = self.game.to_move(node.state), self.game.write(node.state, action)
        made = Node(who, text, action, self.game.after(node.state, action), node)
        node.children.append(made)
        self.size += 1
        return made

    def act(self, node: Node, text: str, lang: str = "en") -> Node:
        """A move or a draw as somebody typed it; the error says why not."""
        return self.take(node, read_action(self.game, node.state, text, lang))

    def draw(self, node: Node, rng: Rng) -> Node:
        """What chance does by its odds, until a seat is to move."""
        while self.game.to_move(node.state) == CHANCE:
            outcomes, odds = self.game.chance(node.state)
            node = self.take(node, outcomes[int(pick(rng, np.array(odds, np.int64), len(odds)))])
        return node

    def remove(self, node: Node) -> Node:
        """Without this action and all that follows it; the node before it is given."""
        if node.parent is None:
            raise BadOption("study.nowhere")
        node.parent.children.remove(node)
        self.size = len(self.nodes()) - 1
        return node.parent

    def promote(self, node: Node) -> Node:
        """The variation that it stands in becomes how the game goes on there."""
        branch = next((each for each in reversed(node.line()) if not each.first), None)
        if branch is not None and branch.parent is not None:
            branch.parent.children.remove(branch)
            branch.parent.children.insert(0, branch)
        return node


def written(node: Node) -> Iterator[Node]:
    """What follows a node, in the order of the text: each action, then the lines that might be played instead of it."""
    while node.children:
        yield node.children[0]
        for other in node.children[1:]:
            yield other
            yield from written(other)
        node = node.children[0]


def read_action(game: Game, state: State, text: str, lang: str = "en") -> int:
    """The action that a text means; what no rule and no odds forbid."""
    if game.to_move(state) == CHANCE:
        action = game.read(state, text)
        if action not in game.chance(state)[0]:
            raise BadOption("record.odds", move=text)
        return action
    if game.to_move(state) < 0:
        raise BadOption("study.over")
    action = typed.read(game, state, text, lang)
    refused: YontoError | None = game.refusal(state, action)
    if refused is not None:
        raise refused
    return action


def start(game: Game, options: Mapping[str, str], names: tuple[str, ...]) -> Study:
    """Nothing tried yet."""
    canonical = game.canonical(options)
    return Study(game, canonical, names, Node(CHANCE, "", -1, game.start(len(names), canonical)))


def of_play(play: Play, names: tuple[str, ...]) -> Study:
    """A game as it was played, with nothing tried yet."""
    study = start(play.game, play.options, names)
    node = study.root
    for step in play.steps:
        node = study.take(node, step.action)
    return study
