"""One figure style, defined once: colour-blind safe, in print and as a thumbnail, byte-stable."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

# Dark and light differ in lightness first, so that grey print and every colour vision keep them.
INK = "#1b1f24"
QUIET = "#667080"
HAIR = "#d5dae0"
DEEP = "#4a5568"
"""What counts, where neither condition's colour is meant."""
PASSED = "#0b5394"
FAILED = "#e4e8ed"
FIRST = "#0b5394"
"""The first condition of a comparison."""
SECOND = "#d1690b"
"""The second condition of a comparison."""
SERIES = (
    ("#8a94a3", "o"),
    ("#2f8f83", "^"),
    ("#d1690b", "s"),
    ("#8b5fa8", "v"),
    ("#0b5394", "D"),
    ("#b23a48", "P"),
    ("#6b7a1f", "X"),
)
"""Colours and markers of several curves in one picture: a marker tells what a grey print cannot."""
RATES = LinearSegmentedColormap.from_list("rates", ["#f3f6f9", "#a9c6df", "#4b8abf", "#0b3c6b"])
"""Pass rates, 0 to 1: one hue, lightness monotone."""

DPI = 144
WIDTH = 7.2
"""Inches: a text width; wide matrices may take `WIDE`."""
WIDE = 10.0

RC: Any = {
    "font.family": "DejaVu Sans",  # ships with matplotlib: the same glyphs on every machine
    "font.size": 9,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": HAIR,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 9,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.axisbelow": True,
    "xtick.color": QUIET,
    "ytick.color": INK,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8.5,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "grid.color": HAIR,
    "grid.linewidth": 0.6,
    "figure.dpi": DPI,
    "savefig.dpi": DPI,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "svg.hashsalt": "dreambench",
    "pdf.fonttype": 42,
}

METADATA: dict[str, dict[str, Any]] = {
    "png": {"Software": None},
    "pdf": {"Creator": None, "Producer": None, "CreationDate": None, "ModDate": None},
    "svg": {"Creator": None, "Date": None},
}
"""What is left out of each format so that equal figures are equal bytes."""


@contextmanager
def styled() -> Iterator[None]:
    """The style for the figures drawn inside; the caller's own settings are untouched."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(RC)
        yield


def figure(width: float, height: float) -> Figure:
    """An empty figure outside pyplot's registry: nothing to close, nothing shown twice."""
    return Figure(figsize=(width, height), layout="constrained")


def layout(fig: Figure, **settings: Any) -> None:
    """Adjust the layout engine, e.g. ``wspace=0.04``."""
    engine = fig.get_layout_engine()
    assert engine is not None
    engine.set(**settings)


def heading(fig: Figure, title: str, note: str) -> None:
    """A title that says what is seen, and beneath it, quieter, where the numbers come from."""
    height = fig.get_size_inches()[1]
    top = 0.46 / height
    layout(fig, rect=(0, 0, 1, 1 - top))
    fig.text(0.008, 1 - 0.05 / height, title, va="top", ha="left", fontsize=11, weight="bold")
    fig.text(0.008, 1 - 0.26 / height, note, va="top", ha="left", fontsize=8, color=QUIET)


def bare(axes: Axes, *keep: str) -> None:
    """Remove the spines that are not in `keep`."""
    for side, spine in axes.spines.items():
        spine.set_visible(side in keep)
