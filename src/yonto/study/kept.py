"""Studies that were read, remembered as trees: whoever tries something sends the same text again and again."""

import threading
from collections import OrderedDict

from yonto.study import tree
from yonto.study.opening import opened
from yonto.study.tree import Study

MOST = 32  # studies
MOST_NODES = 3 * tree.MOST  # in all of them: of a position 1 to 4 kB are kept, and anybody may bring the longest


class Kept:
    """The last ones that were asked for; from any thread."""

    def __init__(self, most: int = MOST, most_nodes: int = MOST_NODES) -> None:
        self.most, self.most_nodes = most, most_nodes
        self.found: OrderedDict[tuple[str, int], Study] = OrderedDict()
        self.nodes = 0
        self.lock = threading.Lock()

    def read(self, text: str, round_number: int = 1) -> Study:
        """A text as a tree that nobody may change."""
        key = text, round_number
        with self.lock:
            if (known := self.found.get(key)) is not None:
                self.found.move_to_end(key)
                return known
        study = opened(text, round_number)
        with self.lock:
            self.keep(key, study)
        return study

    def keep(self, key: tuple[str, int], study: Study) -> None:
        if key in self.found:  # read in another thread meanwhile
            return
        self.found[key] = study
        self.nodes += study.size
        while len(self.found) > self.most or self.nodes > self.most_nodes:
            _, oldest = self.found.popitem(last=False)
            self.nodes -= oldest.size
