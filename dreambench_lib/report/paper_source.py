"""What people may write into the paper: no number of their own, no equality out of a large p."""

from __future__ import annotations

import re

from dreambench_lib.errors import BadInput

MADE = re.compile(r"numbers|layout|claims|tables/[\w.-]+")
"""Files that the source may take in: made by code, or without words."""
_BEGIN = r"\begin{document}"
_COMMENT = re.compile(r"(?<!\\)%.*")
_BIBLIOGRAPHY = re.compile(r"\\begin\{thebibliography\}.*?\\end\{thebibliography\}", re.DOTALL)
_REC = re.compile(r"\\newcommand\{\\rec\}\[1\]\{\\ifcsname.*?\\fi\}", re.DOTALL)
_SKIPPED = re.compile(
    r"\\(?:rec|input|includegraphics|label|ref|cite|url|documentclass|usepackage|geometry"
    r"|setlength|vspace|hspace)\b\*?(?:\[[^]]*\])*(?:\{[^{}]*\})*"
)
"""Commands whose arguments are names, places or sizes: what is allowed to hold digits."""
_TYPED = re.compile(r"(?<![\w.:-])-?\.?\d[\d.,]*")
_WORD = re.compile(
    r"\b(three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|(?:thir|four|fif|six|seven|"
    r"eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million|billion|"
    r"half|twice|thrice|double[sd]?|per ?cent)\b",
    re.IGNORECASE,
)
_EQUAL = re.compile(
    r"\b(no (?:significant |real )?(?:difference|effect)s?|not (?:significantly )?(?:different|"
    r"better|worse)|(?:in|non-?|not )significant(?:ly)?|equivalent(?:ly)?|equivalence|equally|"
    r"(?:just )?as (?:good|well|bad) as|on (?:a )?par|indistinguishable|perform(?:s|ed)? the same|"
    r"accept(?:s|ed)? the null)\b",
    re.IGNORECASE,
)


def check_source(text: str, name: str) -> None:
    """Refuse a source with a typed number, a foreign file, or wording that no test supports.

    Raises:
        BadInput: one sentence with the place's words and the remedy.
    """
    plain = _REC.sub("", _BIBLIOGRAPHY.sub("", _COMMENT.sub("", text)))
    for taken in re.findall(r"\\(?:input|include)\{([^}]*)\}", plain):
        if not MADE.fullmatch(taken):
            raise BadInput(
                f"{name} takes in {taken!r}, which nothing checks: write it into {name}, or let a "
                "notebook make it"
            )
    bare = " ".join(_SKIPPED.sub(" ", plain).replace(_BEGIN, " ").split())
    for pattern in (_TYPED, _WORD):
        if typed := pattern.search(bare):
            raise BadInput(
                f"{name} has the number {typed.group()!r} typed by hand: "
                r"record it in a notebook and write \rec{name}"
            )
    if said := _EQUAL.search(bare):
        raise BadInput(
            f"{name} says {said.group()!r}: a test that failed to reject shows no equality; write "
            "'failed to reject', or let a notebook test a margin that was declared before"
        )
