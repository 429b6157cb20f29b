"""What a computer player answers."""

import msgspec

from yonto.core.contract import Line
from yonto.search.mcts import Account


class Choice(msgspec.Struct, frozen=True):
    """The action a player chose, and its reasons as sentences with data."""

    action: int
    reasons: tuple[Line, ...] = ()
    account: Account | None = None  # what a search found, for hints and analysis
