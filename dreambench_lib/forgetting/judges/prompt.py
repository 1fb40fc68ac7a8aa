"""What a judge is asked; the digest of the exact words stands in every receipt."""

from __future__ import annotations

from typing import NamedTuple

from dreambench_lib.canonical import sha256
from dreambench_lib.forgetting.keys import CriterionKey, Kind
from dreambench_lib.forgetting.release.facts import Polarity

SYSTEM = (
    "You check one statement about a response. Read the question, the response and the check. "
    "Judge only what the response says. Reply with one word: yes or no."
)
_ASK = "Question:\n{question}\n\nResponse:\n{answer}\n\nCheck:\n{criterion}\n\nyes or no?"


class Item(NamedTuple):
    """One criterion to be judged on one answer."""

    key: CriterionKey
    task: str
    kind: Kind
    question: str
    criterion: str
    answer: str
    parts: tuple[str, ...] = ()
    """The criterion's fact; only the literal judge looks at it."""
    polarity: Polarity = "show"


def messages(item: Item) -> list[dict[str, str]]:
    """The conversation that a judge model gets. Whether yes or no is good is not in it."""
    ask = _ASK.format(question=item.question, answer=item.answer, criterion=item.criterion)
    return [{"role": "system", "content": SYSTEM}, {"role": "user", "content": ask}]


def prompt_digest(item: Item) -> str:
    """SHA-256 of the prompt as sent."""
    return sha256(messages(item))
