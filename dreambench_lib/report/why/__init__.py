"""Why cells passed or failed: every shown item left out once, and the last session run again."""

from dreambench_lib.report.figures.why import why_bars
from dreambench_lib.report.why.effects import Effects, effects
from dreambench_lib.report.why.readings import read_story, read_why
from dreambench_lib.report.why.story import story, story_table
from dreambench_lib.report.why.tables import harm_table, reason_table

__all__ = [
    "Effects",
    "effects",
    "harm_table",
    "read_story",
    "read_why",
    "reason_table",
    "story",
    "story_table",
    "why_bars",
]
