"""What a computer player answers."""

import msgspec

from yonto.core.contract import Line
from yonto.search.mcts import Account


class Choice(msgspec.Struct, frozen=True):
    """The action a player chose; what is certain of it, and what was counted on the way to it, as sentences with
    data."""

    action: int
    reasons: tuple[Line, ...] = ()
    account: Account | None = None  # what a search found, for hints and analysis
    details: tuple[Line, ...] = ()  # the candidates with their odds and how often they were looked at
