"""A judge's words to a vote: yes or no with usual decorations, and nothing else."""

from __future__ import annotations

import re

from dreambench_lib.forgetting.judges.protocols import Vote

_PLAIN = re.compile(
    r"""[\s*_`"'>#-]*                       # quotes and Markdown before
        (?:(?:final\ )?answer\s*[:=]?)?     # an announcement
        [\s*_`"'-]*
        (?P<word>yes|no)
        [\s*_`"'.!]*""",
    re.IGNORECASE | re.VERBOSE,
)
_BRACKETS = str.maketrans("", "", "[](){}\u201c\u201d\u2018\u2019")


def parse(raw: str) -> Vote:
    """The vote in a raw answer, or None: an explanation, a hedge or both words are no vote.

    >>> parse(" **Yes.** "), parse("Answer: no"), parse("Yes, although no longer"), parse("")
    ('yes', 'no', None, None)
    """
    found = _PLAIN.fullmatch(raw.translate(_BRACKETS))
    if found is None:
        return None
    return "yes" if found["word"].lower() == "yes" else "no"
