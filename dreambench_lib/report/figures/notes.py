"""Every note of every trap, in the order of arrival: how little of what is said decides."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Patch, Rectangle

from dreambench_lib.report.drawing import Drawing
from dreambench_lib.report.roles import ROLES, roles
from dreambench_lib.report.style import INK, QUIET, WIDE, bare, figure, heading, styled
from dreambench_lib.traps.mint import Instance

_GAP = 0.8  # between what becomes known after one session and after the next


def note_map(instances: Sequence[Instance]) -> Drawing:
    """Traps down, their notes across; a square is a note, coloured by what it is to the trap."""
    data = _table(instances)
    widest = _starts(instances)
    with styled():
        fig = figure(WIDE, 1.1 + 0.29 * len(instances))
        ax = fig.subplots()
        for row, instance in enumerate(instances):
            for session, notes in enumerate(instance.notes):
                for place, note in enumerate(notes):
                    _square(ax, widest[session] + place, row, roles(instance, note))
        for session, start in enumerate(widest[:-1]):
            text = f"arrives after session {session + 1}"
            ax.text(start, -0.75, text, va="bottom", fontsize=8, color=QUIET)
        ax.set_xlim(-0.1, widest[-1])
        ax.set_ylim(len(instances) - 0.45, -1.3)
        ax.set_yticks(range(len(instances)), [one.template.id for one in instances])
        ax.set_xticks([])
        bare(ax)
        shown = [
            Patch(color=colour, label=f"{mark} {meaning}".strip())
            for colour, mark, meaning in ROLES.values()
        ]
        fig.legend(
            handles=shown,
            loc="outside lower left",
            ncols=5,
            frameon=False,
            handlelength=1,
            fontsize=8,
        )
        decide = int(data["role"].str.contains("current|support").sum())
        heading(
            fig,
            "What is said, and how little of it decides",
            f"{len(data)} notes of {len(instances)} traps in one mint; {decide} of them decide",
        )
    return Drawing(fig, data, _alt(data, len(instances)))


def _square(ax: Axes, left: float, row: int, parts: Sequence[str]) -> None:
    """A note with several roles is cut into as many pieces."""
    width = 0.88 / len(parts)
    for number, role in enumerate(parts):
        colour, mark, _ = ROLES[role]  # type: ignore[index]
        at = left + 0.06 + number * width
        ax.add_patch(Rectangle((at, row - 0.41), width, 0.82, color=colour, lw=0))
        shade = INK if role == "support" else "white"
        ax.text(at + width / 2, row, mark, ha="center", va="center", fontsize=8, color=shade)


def _starts(instances: Sequence[Instance]) -> list[float]:
    """Where the notes of each session begin on the axis, and where the axis ends."""
    starts = [0.0]
    for session in range(max(len(one.notes) for one in instances)):
        most = max(len(one.notes[session]) for one in instances if session < len(one.notes))
        starts.append(starts[-1] + most + _GAP)
    return starts


def _table(instances: Sequence[Instance]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "trap_id": one.template.id,
            "seed": one.seed,
            "session": note.session,
            "place": place,
            "date": note.date,
            "author": note.author,
            "role": "+".join(roles(one, note)),
        }
        for one in instances
        for notes in one.notes
        for place, note in enumerate(notes, 1)
    )


def _alt(data: pd.DataFrame, traps: int) -> str:
    counts = ", ".join(
        f"{meaning}: {int(data['role'].str.contains(role).sum())}"
        for role, (_, _, meaning) in ROLES.items()
    )
    return (
        f"Map of {len(data)} notes of {traps} traps in order of arrival. Notes by role: {counts}."
    )
