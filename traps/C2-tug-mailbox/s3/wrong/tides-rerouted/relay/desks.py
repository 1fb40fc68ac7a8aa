"""The desks and their mailboxes: a desk takes a message only with its own mailbox on it."""

from __future__ import annotations

MAILBOXES: dict[str, str] = {
    "berths": "mbx-Qe71-040",
    "tides": "{{box}}",
    "customs": "mbx-9LwA-527",
    "tugs": "{{box}}",
}


def mailbox(desk: str) -> str:
    """The mailbox of `desk`; KeyError says which desks there are."""
    if desk not in MAILBOXES:
        raise KeyError(f"no desk {desk!r}: there are {', '.join(sorted(MAILBOXES))}")
    return MAILBOXES[desk]


def listing() -> list[str]:
    """One line per desk, in alphabetical order."""
    return [f"{desk} {MAILBOXES[desk]}" for desk in sorted(MAILBOXES)]
