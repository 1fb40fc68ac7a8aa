"""The judge matrix as a picture: every quorum and split, and what each protocol makes of it."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.judges.protocols import PROTOCOLS, Protocol, Vote
from dreambench_lib.report.drawing import Drawing
from dreambench_lib.report.style import (
    DEEP,
    FAILED,
    FIRST,
    HAIR,
    QUIET,
    SECOND,
    WIDE,
    bare,
    figure,
    heading,
    styled,
)

_LOOK = {
    "yes": (FIRST, "Y", "white"),
    "no": (SECOND, "N", "white"),
    "undecided": (FAILED, "?", "#1b1f24"),
    "incorrect": (DEEP, "×", "white"),
}
SHOWN = ("strict", "released-track1", "released-track2")
_SPLITS = [(valid, yes) for valid in range(4) for yes in range(valid, -1, -1)]


def outcomes(rule: Protocol) -> list[dict[str, object]]:
    """Every (initialised, valid, yes) that can occur under a protocol, with its verdict."""
    found: list[dict[str, object]] = []
    for started in range(4):
        for valid, yes in _SPLITS:
            asked = rule.asked(started)
            votes: list[Vote] = [*["yes"] * yes, *["no"] * (valid - yes), *[None] * (asked - valid)]  # type: ignore[list-item]
            try:
                made = rule.decide(3, started, votes)
            except BadInput:
                continue
            found.append(
                {"protocol": rule.name, "initialised": started, "valid": valid, "yes": yes,
                 "verdict": made.outcome, "reason": made.reason}
            )  # fmt: skip
    return found


def judge_matrix(names: Sequence[str] = SHOWN) -> Drawing:
    """One panel a protocol; rows: judges initialised of three; columns: valid votes and split."""
    data = pd.DataFrame([row for name in names for row in outcomes(PROTOCOLS[name])])
    with styled():
        fig = figure(WIDE, 2.75)
        axes = fig.subplots(1, len(names), squeeze=False, sharey=True)[0]
        for ax, name in zip(axes, names, strict=True):
            _panel(ax, data[data["protocol"] == name])
            ax.set_title(name)
        axes[0].set_yticks([3.5, 2.5, 1.5, 0.5], ["0 of 3", "1 of 3", "2 of 3", "3 of 3"])
        axes[0].set_ylabel("judges initialised")
        heading(
            fig,
            "When do three judges make a verdict?",
            "Columns: valid votes as yes-no. Y, N: verdict · ?: undecided, the question is "
            "unscored · ×: counted as not satisfied · empty: cannot occur",
        )
    return Drawing(fig, data, _alt(data))


def _panel(ax: Axes, part: pd.DataFrame) -> None:
    for row in part.to_dict("records"):
        at = _SPLITS.index((row["valid"], row["yes"])) + 0.35 * row["valid"]
        face, letter, ink = _LOOK[row["verdict"]]
        low = row["initialised"]
        ax.add_patch(Rectangle((at + 0.05, 3 - low + 0.07), 0.9, 0.86, color=face, lw=0))
        ax.text(at + 0.5, 3.48 - low, letter, ha="center", va="center", color=ink, fontsize=8)
    ticks = [place + 0.5 + 0.35 * valid for place, (valid, _) in enumerate(_SPLITS)]
    labels = [f"{yes}-{valid - yes}" if valid else "none" for valid, yes in _SPLITS]
    ax.set_xticks(ticks, labels, fontsize=7, rotation=60)
    ax.set_xlim(-0.1, len(_SPLITS) + 1.15)
    ax.set_ylim(0, 4)
    ax.hlines(range(1, 4), 0, len(_SPLITS) + 1.05, color=HAIR, lw=0.4, zorder=0)
    ax.tick_params(colors=QUIET)
    bare(ax)


def _alt(data: pd.DataFrame) -> str:
    parts = []
    for name, part in data.groupby("protocol", sort=False):
        sums = part["verdict"].value_counts()
        told = ", ".join(f"{sums.get(word, 0)} {word}" for word in _LOOK)
        parts.append(f"{name}: {len(part)} cases that can occur, {told}")
    return f"Verdicts by judges initialised, valid votes and split. {'; '.join(parts)}."
