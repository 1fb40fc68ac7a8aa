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
    ablates: str = ""
    """The condition of which this is the ablation; empty: it is none."""
    lacks: str = ""
    """The feature that the ablation lacks, in the words of `harness.hygiene.validity`."""
    explains: tuple[str, ...] = ()
    """Beginnings of the decisions that this feature makes or unmakes; ``*``: any decision."""
    embedding: str = ""
    """Name of the embedder it ranks by; empty where it has none to choose."""
    ranked: bool = True
    """False: shown beside the others (a ceiling, a control), never in a ranking."""
    sealed: bool = False
    """True: made from sealed facts by the harness; no memory under test ever is."""
    apart: tuple[str, ...] = ()
    """What it runs in, of the table of what is installed apart; empty: this program."""
    service: str = ""
    """Environment variable with the base URL of the service it asks; empty: it asks none."""
    needs_model: bool = False
    """True: it asks a model, so a run must name one."""
