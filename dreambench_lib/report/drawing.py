"""A figure together with the data behind it and its words for those who cannot see it."""

from __future__ import annotations

import io
from typing import Any, NamedTuple

import pandas as pd
from matplotlib.figure import Figure

from dreambench_lib.report.places import output
from dreambench_lib.report.style import METADATA, styled


class Drawing(NamedTuple):
    """What every function in `report.figures` returns."""

    figure: Figure
    data: pd.DataFrame
    alt: str
    """What the figure shows, in a sentence or two, with its numbers."""

    def image(self, kind: str) -> bytes:
        """The figure as ``png``, ``pdf`` or ``svg``; equal figures give equal bytes."""
        out = io.BytesIO()
        with styled():
            self.figure.savefig(out, format=kind, metadata=METADATA[kind])
        return out.getvalue()

    def save(self, name: str) -> Drawing:
        """Write ``figures/NAME.pdf``, ``.png``, ``.csv`` (the data) and ``.txt`` (the words)."""
        save(self.figure, self.data, name, alt=self.alt, images=self)
        return self

    def __repr__(self) -> str:
        return self.alt

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        """The picture, with its words where a screen reader and a plain console find them."""
        data = {"image/png": self.image("png"), "text/plain": self.alt}
        return data, {"image/png": {"alt": self.alt}}


def save(
    figure: Figure, data: pd.DataFrame, name: str, *, alt: str, images: Drawing | None = None
) -> None:
    """Write a figure in print and screen form beside the data behind it and its alt text."""
    drawing = images or Drawing(figure, data, alt)
    folder = output("figures")
    folder.mkdir(parents=True, exist_ok=True)
    for kind in ("pdf", "png"):
        (folder / f"{name}.{kind}").write_bytes(drawing.image(kind))
    data.to_csv(folder / f"{name}.csv", index=False, lineterminator="\n")
    (folder / f"{name}.txt").write_text(alt + "\n", encoding="utf-8")
