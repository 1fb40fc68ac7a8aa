"""The literal judge: a program that looks whether the quoted fact occurs, word by word.

It reads no meaning: a paraphrase is absent to it, a contrast ("no longer X") is present. It is
labelled as such wherever its scores are shown, and measured against judged answers where any exist.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from dreambench_lib.forgetting.judges.prompt import Item, prompt_digest
from dreambench_lib.forgetting.receipts import JudgeVote
from dreambench_lib.forgetting.release.normal import normal, occurs

VERSION = "literal-1"
LABEL = "literal judge: exact words only, no model"

_plain = lru_cache(maxsize=64)(normal)
"""Many criteria are asked of one answer."""


class LiteralJudge:
    """Votes yes where every part of the fact occurs in the answer (for `avoid`: where none does).

    A criterion without a fact gets no vote: it is malformed for this judge.
    """

    name = "literal"

    def start(self) -> str:
        return ""

    def vote(self, item: Item) -> JudgeVote:
        raw: Literal["yes", "no"] = "yes" if says_yes(item) else "no"
        lacking = "" if item.parts else "the criterion quotes no fact"
        return JudgeVote(
            judge=self.name,
            model=VERSION,
            prompt=prompt_digest(item),
            raw=None if lacking else raw,
            vote=None if lacking else raw,
            attempts=1,
            error=lacking,
        )


def says_yes(item: Item) -> bool:
    """The literal answer to a criterion."""
    found = occurs(item.parts, _plain(item.answer))
    return found if item.polarity == "show" else not found
