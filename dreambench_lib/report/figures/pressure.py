"""What pressure does to each condition: curves over the dials, named where they end."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Literal, NamedTuple

import pandas as pd
from matplotlib.axes import Axes

from dreambench_lib.report.drawing import Drawing
from dreambench_lib.report.lineup import label
from dreambench_lib.report.pressed import Setting, Study
from dreambench_lib.report.pressed_tables import pressure_table
from dreambench_lib.report.style import (
    HAIR,
    QUIET,
    SERIES,
    WIDE,
    bare,
    figure,
    heading,
    layout,
    styled,
)
from dreambench_lib.report.words import count, ranked

DIALS = {"pressure": "filler sessions", "distractors": "distractors"}


class Panel(NamedTuple):
    """One picture: a value over one dial, in one block."""

    title: str
    block: str
    value: str
    dial: Literal["pressure", "distractors"]
    settings: list[Setting]

    @property
    def steps(self) -> list[str]:
        """Where the dial stands, for the axis."""
        return [str(getattr(setting, self.dial)) for setting in self.settings]


def pressure_curves(study: Study) -> Drawing:
    """Pass rate and useful items over filler sessions, and pass rate over distractors.

    The steps of a dial stand evenly apart, whatever their numbers.
    """
    data = pressure_table(study)
    panels = _panels(study)
    looks = _looks(study.conditions)
    with styled():
        fig = figure(WIDE, 0.5 + 2.75 * ((len(panels) + 1) // 2))
        axes = fig.subplots((len(panels) + 1) // 2, 2, squeeze=False).ravel()
        for ax, panel in zip(axes, panels, strict=False):
            _draw(ax, data, panel, study.conditions, looks)
        for ax in axes[len(panels) :]:
            ax.set_visible(False)
        layout(fig, wspace=0.06, hspace=0.08)
        first = study.first
        heading(
            fig,
            "What a memory still finds when more and more lies between",
            f"{study.origin} · {count(len(first.trap_ids), 'trap')}, "
            f"{count(len(first.seeds), 'seed')} each",
        )
    return Drawing(fig, data, _alt(study, data, panels))


def _panels(study: Study) -> list[Panel]:
    far, many = study.pressures(), study.distractions()
    needs, hurts = "memory is needed", "memory can only hurt"
    every = [
        Panel(f"passed, {needs}", "needs", "rate", "pressure", far),
        Panel(f"useful items shown a cell, {needs}", "needs", "useful a cell", "pressure", far),
        Panel(f"passed, {hurts}", "hurts", "rate", "pressure", far),
        Panel(f"passed, {needs}", "needs", "rate", "distractors", many),
    ]
    return [panel for panel in every if len(panel.settings) > 1]


def _looks(conditions: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Colour and marker; ceilings and controls are quiet."""
    compared = [name for name in conditions if ranked(name)]
    looks = {name: SERIES[place % len(SERIES)] for place, name in enumerate(compared)}
    return {name: looks.get(name, (QUIET, "o")) for name in conditions}


def _draw(
    ax: Axes, data: pd.DataFrame, panel: Panel, conditions: Sequence[str],
    looks: dict[str, tuple[str, str]],
) -> None:  # fmt: skip
    ends: dict[str, float] = {}
    for name in conditions:
        heights = _heights(data, panel, name)
        colour, marker = looks[name]
        face = colour if ranked(name) else "white"
        ax.plot(range(len(heights)), heights, color=colour, lw=1.6, marker=marker, ms=5, mfc=face,
                clip_on=False, zorder=3 if ranked(name) else 2)  # fmt: skip
        ends[name] = heights[-1]
    top = max(1.0, *(max(_heights(data, panel, name)) for name in conditions))
    ax.set_ylim(-0.04 * top, 1.06 * top)
    last = len(panel.settings) - 1
    for name, at in spread(ends, 0.085 * top, least=0.0, most=top).items():
        ax.annotate(label(name), (last, at), (9, 0), textcoords="offset points", va="center",
                    fontsize=8, color=looks[name][0], annotation_clip=False)  # fmt: skip
    if panel.value == "rate":
        ax.set_yticks([0, 0.5, 1], ["0", "½", "1"])
    ax.set_xticks(range(len(panel.steps)), panel.steps)
    ax.set_xlabel(DIALS[panel.dial], fontsize=8, color=QUIET)
    ax.set_title(panel.title)
    ax.grid(axis="y")
    bare(ax, "bottom")
    ax.spines["bottom"].set_color(HAIR)


def _heights(data: pd.DataFrame, panel: Panel, condition: str) -> list[float]:
    mine = data[(data["block"] == panel.block) & (data["condition"] == condition)]
    found = mine.set_index(["pressure", "distractors"])[panel.value]
    return [float(found.get(setting, float("nan"))) for setting in panel.settings]


def spread(
    places: dict[str, float], gap: float, least: float = -inf, most: float = inf
) -> dict[str, float]:
    """The same places, moved apart as little as needed for labels at least `gap` from each other.

    Args:
        least: No label stands below it; those above make way.
        most: None stands above it either, as long as there is room for all.

    >>> spread({"a": 0.0, "b": 0.0, "c": 5.0}, 1.0)
    {'a': -0.5, 'b': 0.5, 'c': 5.0}
    >>> spread({"a": 0.0, "b": 0.0, "c": 5.0}, 1.0, least=0.0)
    {'a': 0.0, 'b': 1.0, 'c': 5.0}
    >>> spread({"a": 0.0, "b": 5.0, "c": 5.0}, 1.0, most=5.0)
    {'a': 0.0, 'b': 4.0, 'c': 5.0}
    """
    groups: list[tuple[float, list[str]]] = []
    for name in sorted(places, key=lambda name: places[name]):
        groups.append((places[name], [name]))
        while len(groups) > 1 and _touch(groups[-2], groups[-1], gap):
            (low, below), (high, above) = groups[-2:]
            size = len(below) + len(above)
            middle = (low * len(below) + high * len(above)) / size
            groups[-2:] = [(middle, below + above)]
    found: dict[str, float] = {}
    for middle, names in groups:
        for place, name in enumerate(names):
            found[name] = max(least, middle + gap * (place - (len(names) - 1) / 2))
            least = found[name] + gap if least > -inf else least
    for name in reversed(found):
        found[name] = min(found[name], most)
        most = found[name] - gap
    return found


def _touch(low: tuple[float, list[str]], high: tuple[float, list[str]], gap: float) -> bool:
    return high[0] - low[0] < gap * (len(low[1]) + len(high[1])) / 2


def _alt(study: Study, data: pd.DataFrame, panels: Sequence[Panel]) -> str:
    told = []
    for panel in panels:
        lines = "; ".join(
            f"{name} {', '.join(f'{height:.2f}' for height in _heights(data, panel, name))}"
            for name in study.conditions
        )
        told.append(f"{panel.title}, at {', '.join(panel.steps)} {DIALS[panel.dial]}: {lines}")
    return f"Curves over what presses on memory ({study.origin}). {'. '.join(told)}."
