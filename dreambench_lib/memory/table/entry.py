"""One line of the table of conditions."""

from __future__ import annotations

from dreambench_lib.records import Record


class Condition(Record):
    """A memory system as it is compared: one line of the table."""

    id: str
    memory: str
    """Dotted path ``package.module:Class`` of what is built as ``Class(space)``."""
    meaning: str
    """One line for tables and help."""
    differs: str = ""
    """How it departs from the published implementation of the same name."""
    forbids: str = ""
    """Why, by the condition's own idea, some notes cannot surface; empty: every note can."""
    embedding: str = ""
    """Name of the embedder it ranks by; empty where it has none to choose."""
    ranked: bool = True
    """False: shown beside the others (a ceiling, a control), never in a ranking."""
    sealed: bool = False
    """True: made from sealed facts by the harness; no memory under test ever is."""
