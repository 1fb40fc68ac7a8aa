"""How long the exact test takes beside what one would use otherwise."""

from __future__ import annotations

import pandas as pd

from dreambench_lib.report.drawing import Drawing
from dreambench_lib.report.style import (
    DEEP,
    FIRST,
    QUIET,
    SECOND,
    WIDTH,
    bare,
    figure,
    heading,
    styled,
)

_LINES = {0: (FIRST, "o", "-"), 1: (DEEP, "s", "--"), 2: (SECOND, "^", "-."), 3: (QUIET, "D", ":")}


def speed(data: pd.DataFrame, machine: str) -> Drawing:
    """Median seconds over clusters, both logarithmic; a hollow mark has a note.

    Args:
        data: Columns method, clusters, seconds, note; the first method is ours.
        machine: What it was measured on.
    """
    methods = list(dict.fromkeys(data["method"]))
    with styled():
        fig = figure(WIDTH, 3.4)
        ax = fig.subplots()
        for number, method in enumerate(methods):
            part = data[data["method"] == method].sort_values("clusters")
            colour, mark, line = _LINES[number % len(_LINES)]
            ax.plot(part["clusters"], part["seconds"], color=colour, lw=1.4, ls=line)
            for x, y, note in zip(part["clusters"], part["seconds"], part["note"], strict=True):
                fill = "white" if note else colour
                ax.plot([x], [y], mark, color=colour, mfc=fill, ms=5)
            last = part.iloc[-1]
            ax.annotate(
                method, (last["clusters"], last["seconds"]), (7, 0), textcoords="offset points",
                color=colour, va="center", weight="bold", fontsize=8,
            )  # fmt: skip
        ax.set_xscale("log")
        ax.set_yscale("log")
        ax.set_xlim(14, 90_000)
        ax.set_xticks(sorted(data["clusters"].unique()))
        ax.set_xticklabels([f"{k:,}" for k in sorted(data["clusters"].unique())])
        ax.minorticks_off()
        ax.set_xlabel("clusters, scores from −3 to 3")
        ax.set_ylabel("seconds (median)")
        ax.grid(axis="y")
        bare(ax, "bottom")
        heading(fig, "One sign-flip test", f"{machine} · hollow: see the note in the table")
    told = "; ".join(
        f"{method} {_seconds(part['seconds'].iloc[-1])} for {part['clusters'].iloc[-1]:,} clusters"
        for method, part in data.sort_values("clusters").groupby("method", sort=False)
    )
    return Drawing(fig, data, f"Median time of one sign-flip test over its clusters: {told}.")


def _seconds(value: float) -> str:
    return f"{value:.3g} s"
