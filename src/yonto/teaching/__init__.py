"""Teaching: lessons and little steps as data, and the judge who says whether a learner did what was asked.

What is taught lies in a game's own folder `teaching`, found and not listed; docs/teaching.md tells its form. Nothing
here knows a loop, a socket or a store.
"""

from yonto.teaching.judge import Verdict as Verdict
from yonto.teaching.judge import better as better
from yonto.teaching.judge import judge as judge
from yonto.teaching.judge import onward as onward
from yonto.teaching.steps import KINDS as KINDS
from yonto.teaching.steps import Course as Course
from yonto.teaching.steps import Step as Step
from yonto.teaching.steps import course as course
from yonto.teaching.steps import courses as courses
