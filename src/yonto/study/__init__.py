"""Studying: positions tried out, with variations as a tree, its text, and what a search thinks of them. Nothing here
makes a table.

    tree.py      the tree: a move or a draw more, going back, another main line, less
    writing.py   a record with variations, as text;  opening.py: whatever somebody brings, as a study
    kept.py      those that were read of late
    telling.py   the same in words, for people
    thinking.py  chances and the best turns, in parts for worker processes
"""

from yonto.study.opening import opened, typed_in
from yonto.study.tree import Node, Study, of_play
from yonto.study.writing import read, write

__all__ = ["Node", "Study", "of_play", "opened", "read", "typed_in", "write"]
