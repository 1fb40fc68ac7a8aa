"""Text that is safe inside LaTeX and Markdown tables."""

from __future__ import annotations

import re

_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "–": "--",
    "—": "---",
    "−": "$-$",
    "×": r"$\times$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "·": r"$\cdot$",
    "½": r"$\frac{1}{2}$",
    "…": r"\ldots{}",
    "“": "``",
    "”": "''",
    "’": "'",
    **{mark: "\\" + mark for mark in "&%$#_"},
}
_MARKDOWN = re.compile(r"([\\|*_`<>])")


def latex(text: str) -> str:
    r"""`text` for LaTeX's text mode; line ends become blanks.

    >>> print(latex("50% of DF_hybrid & B5"))
    50\% of DF\_hybrid \& B5
    """
    return "".join(_LATEX.get(mark, mark) for mark in " ".join(text.split()))


def markdown(text: str) -> str:
    r"""`text` for a cell of a Markdown table.

    >>> print(markdown("a|b_c"))
    a\|b\_c
    """
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split()))
