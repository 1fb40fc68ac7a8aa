"""Human audit: blind sheets to read and fill, and what the filled ones say."""

from .kappa import agreement, kappa
from .merge import Merged, merge
from .rights import Coverage, coverage, withheld
from .sheets import write_sheets

__all__ = [
    "Coverage", "Merged", "agreement", "coverage", "kappa", "merge", "withheld", "write_sheets",
]  # fmt: skip
