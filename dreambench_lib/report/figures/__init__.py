"""One figure a file; each function returns a `Drawing`: the figure, its data, its alt text."""

from dreambench_lib.report.drawing import Drawing
from dreambench_lib.report.figures.notes import note_map
from dreambench_lib.report.figures.null import null_distribution
from dreambench_lib.report.figures.outcomes import outcome_matrix
from dreambench_lib.report.figures.profile import construct_profile
from dreambench_lib.report.figures.rates import pass_rates
from dreambench_lib.report.figures.strip import win_loss_strip

__all__ = [
    "Drawing",
    "construct_profile",
    "note_map",
    "null_distribution",
    "outcome_matrix",
    "pass_rates",
    "win_loss_strip",
]
