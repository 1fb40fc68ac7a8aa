"""The exact null distribution of a comparison, with what was observed."""

from __future__ import annotations

import pandas as pd
from matplotlib.ticker import MaxNLocator

from dreambench_lib.report.drawing import Drawing
from dreambench_lib.report.style import (
    DEEP,
    FIRST,
    HAIR,
    INK,
    QUIET,
    SECOND,
    WIDTH,
    bare,
    figure,
    heading,
    styled,
)
from dreambench_lib.report.words import exact
from dreambench_lib.stats import Comparison, certify


def null_distribution(comparison: Comparison, origin: str, block: str = "") -> Drawing:
    """How often each sum D would come out if the two labels meant nothing.

    Bars at least as far from zero as the observed D are dark: their share is the p-value.
    """
    data = _table(comparison)
    title = f"{comparison.first} against {comparison.second}{f', {block}' if block else ''}"
    with styled():
        fig = figure(WIDTH, 2.9)
        ax = fig.subplots()
        colours = [DEEP if extreme else HAIR for extreme in data["extreme"]]
        step = 1.0 if len(data) < 2 else float(data["D"].diff().iloc[1])
        ax.bar(data["D"], data["probability"], width=step * 0.86, color=colours)
        lead = INK if not comparison.D else FIRST if comparison.D > 0 else SECOND
        top = float(data["probability"].max())
        ax.axvline(comparison.D, ymax=0.94, color=lead, lw=1.6)
        ax.annotate(
            f"observed D = {comparison.D:+d}",
            (comparison.D, top * 1.1),
            (5 if comparison.D >= 0 else -5, 0),
            textcoords="offset points",
            ha="left" if comparison.D >= 0 else "right",
            va="top",
            weight="bold",
            color=lead,
        )
        far = f"|D| ≥ {abs(comparison.D)} in a share of\n{exact(comparison.p_exact)}"
        side = -1 if comparison.D >= 0 else 1
        ax.text(
            0.02 if side < 0 else 0.98,
            0.95,
            far,
            transform=ax.transAxes,
            ha="left" if side < 0 else "right",
            va="top",
            color=DEEP,
            weight="bold",
        )
        ax.set_xlabel(
            "D: cells that only the first passed, minus cells that only the second passed"
        )
        ax.set_yticks([])
        ax.set_ylim(0, top * 1.12)
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.tick_params(axis="x", colors=QUIET)
        bare(ax, "bottom")
        heading(
            fig,
            "If the two labels meant nothing: all sign patterns of the traps",
            f"{title} · {origin}",
        )
    nonzero = comparison.signflip.nonzero
    alt = (
        f"Exact null distribution of D for {title} over 2^{nonzero} sign patterns ({origin}). "
        f"Observed D = {comparison.D:+d}; p = {exact(comparison.p_exact)}."
    )
    return Drawing(fig, data, alt)


def _table(comparison: Comparison) -> pd.DataFrame:
    """Every reachable sum with its count; counts as text, since they outgrow 64 bits."""
    proof = certify(comparison.scores.values())
    total, span = sum(proof.counts), len(proof.counts) - 1
    rows = [
        {
            "D": (2 * at - span) * proof.unit,
            "patterns": str(count),
            "probability": count / total,
            "extreme": abs(2 * at - span) * proof.unit >= abs(comparison.D),
        }
        for at, count in enumerate(proof.counts)
        if count
    ]
    return pd.DataFrame(rows)
