"""One figure a file; each function returns a `Drawing`: the figure, its data, its alt text."""

from dreambench_lib.report.drawing import Drawing
from dreambench_lib.report.figures.budgets import budgets
from dreambench_lib.report.figures.discrimination import discrimination_map
from dreambench_lib.report.figures.exposures import exposures
from dreambench_lib.report.figures.external import external_outcomes
from dreambench_lib.report.figures.hygiene_map import hygiene_map
from dreambench_lib.report.figures.notes import note_map
from dreambench_lib.report.figures.null import null_distribution
from dreambench_lib.report.figures.outcomes import outcome_matrix
from dreambench_lib.report.figures.pressure import pressure_curves
from dreambench_lib.report.figures.profile import construct_profile
from dreambench_lib.report.figures.rates import pass_rates
from dreambench_lib.report.figures.speed import speed
from dreambench_lib.report.figures.strip import win_loss_strip

__all__ = [
    "Drawing",
    "budgets",
    "construct_profile",
    "discrimination_map",
    "exposures",
    "external_outcomes",
    "hygiene_map",
    "note_map",
    "null_distribution",
    "outcome_matrix",
    "pass_rates",
    "pressure_curves",
    "speed",
    "win_loss_strip",
]
