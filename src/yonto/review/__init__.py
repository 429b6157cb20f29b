"""What was luck and what was choice: a finished game taken apart, so that its players learn from it.

`review(record, game)` gives a `Review`; docs/review.md has the formulas. Nothing here knows a particular game.
"""

from yonto.review.analysis import Parts, analyse, assemble, review
from yonto.review.choices import Verdict, judge
from yonto.review.depths import DEPTHS, ENGINE, Depth, depth_of
from yonto.review.model import ChoiceReview, DrawReview, Fact, Review, SeatSummary, TurnReview

__all__ = [
    "DEPTHS",
    "ENGINE",
    "ChoiceReview",
    "Depth",
    "DrawReview",
    "Fact",
    "Parts",
    "Review",
    "SeatSummary",
    "TurnReview",
    "Verdict",
    "analyse",
    "assemble",
    "depth_of",
    "judge",
    "review",
]
