"""The picture of how long tests take: every method and size, unfinished ones marked."""

from __future__ import annotations

import pandas as pd

from dreambench_lib.report.figures import speed

DATA = pd.DataFrame(
    [
        {"method": "ours", "clusters": 20, "seconds": 1e-5, "note": ""},
        {"method": "ours", "clusters": 1_000, "seconds": 1e-3, "note": ""},
        {"method": "theirs", "clusters": 20, "seconds": 1e-4, "note": ""},
        {"method": "theirs", "clusters": 1_000, "seconds": 60.0, "note": "stopped unfinished"},
    ]
)


def test_words_and_data_say_what_is_drawn() -> None:
    drawing = speed(DATA, "a machine")
    assert drawing.data.equals(DATA)
    assert "ours 0.001 s for 1,000 clusters" in drawing.alt
    assert "theirs 60 s for 1,000 clusters" in drawing.alt
    assert "a machine" in "".join(text.get_text() for text in drawing.figure.texts)


def test_a_note_leaves_its_mark_hollow() -> None:
    axes = speed(DATA, "a machine").figure.axes[0]
    marks = [line for line in axes.lines if len(line.get_xdata()) == 1]
    hollow = [line for line in marks if line.get_markerfacecolor() == "white"]
    assert len(marks) == len(DATA)
    assert [line.get_ydata()[0] for line in hollow] == [60.0]
    assert axes.get_xscale() == axes.get_yscale() == "log"
