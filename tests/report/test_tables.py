"""Tables: escaped, aligned, the same bytes each time."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pandas as pd

from dreambench_lib.report.tables import table

FRAME = pd.DataFrame(
    {
        "con_dition": ["DF & 50%", "a|b<c>"],
        "n": [1200, 3],
        "rate": [0.5, None],
        "p": [Fraction(1, 4), Fraction(1, 3)],
        "ok": [True, False],
    }
)


def test_latex_is_booktabs_and_escaped() -> None:
    assert table(FRAME, rate=".2f").latex() == (
        "\\begin{tabular}{lrrll}\n\\toprule\n"
        "con\\_dition & n & rate & p & ok \\\\\n\\midrule\n"
        "DF \\& 50\\% & 1,200 & 0.50 & 1/4 = 0.25 & yes \\\\\n"
        "a\\textbar{}b\\textless{}c\\textgreater{} & 3 & -- & 1/3 = 0.3333 & no \\\\\n"
        "\\bottomrule\n\\end{tabular}\n"
    )


def test_markdown_is_escaped() -> None:
    lines = table(FRAME, caption="Caption.", missing="not published").markdown().splitlines()
    assert lines[0] == "| con\\_dition | n | rate | p | ok |"
    assert lines[1] == "| :-- | --: | --: | :-- | :-- |"
    assert lines[3] == "| a\\|b\\<c\\> | 3 | not published | 1/3 = 0.3333 | no |"
    assert lines[-1] == "Caption."


def test_html_is_escaped() -> None:
    page = table(FRAME)._repr_html_()
    assert "a|b&lt;c&gt;" in page
    assert "<c>" not in page


def test_saved_twice_is_the_same_bytes(out: Path) -> None:
    files = [out / "paper" / "tables" / f"t.{kind}" for kind in ("tex", "md")]
    table(FRAME).save("t")
    first = [file.read_bytes() for file in files]
    table(FRAME.copy()).save("t")
    assert [file.read_bytes() for file in files] == first


def test_an_empty_table_is_still_a_table() -> None:
    assert "\\toprule" in table(FRAME.head(0)).latex()
