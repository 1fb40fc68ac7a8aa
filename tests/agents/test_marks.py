"""The published marks: what they understand and what they do not; and who must not know them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import dreambench_lib.memory
from dreambench_lib.agents import marks

VALUES = ("CL-0", "CL-1", "CL-2")
ROLES = ("carrier", "finance office", "support")


@pytest.mark.parametrize(
    "statement",
    [
        "CL-1 is withdrawn.",
        "The line CL-1, announced in March, has been withdrawn.",
        "CL-1 (from the pilot) is retired.",
        "`CL-1` is no longer used; please use CL-2.",
        "CL-2 stays, CL-1 is void.",
        "CL-1 no longer applies.",
        "CL-1 does not apply any more.",
        "CL-1 must not be used.",
        "CL-1 was a mistake.",
        "Please stop using the trial line CL-1 and send CL-2.",
        "Don't use CL-1.",
        "Drop CL-1.",
        "Please disregard the line CL-1.",
        "Treat CL-1 as void.",
        "It is CL-2, not CL-1.",
        "CL-2 replaces CL-1.",
        "CL-2 will replace CL-1 in May.",
        "CL-2 instead of CL-1, please.",
        "We write CL-2 in place of the old CL-1.",
        "CL-2 rather than CL-1.",
        "CL-1 is replaced by CL-2.",
        "CL-1 gives way to CL-2.",
        "CL-1 becomes CL-2.",
        "We go from CL-1 to CL-2 on Monday.",
        "The line has been changed from CL-1 to the new CL-2.",
        "CL-2 takes the place of CL-1.",
    ],
)
def test_strikes(statement: str) -> None:
    assert marks.struck_values(statement, VALUES) == {"CL-1"}


@pytest.mark.parametrize(
    "statement",
    [
        "The closing line is CL-1.",
        "CL-1 is right and the old one is withdrawn.",
        "Do not forget to send CL-1.",
        "Stop using the old one and send CL-1.",
        "Drop the old line for CL-1.",
        "The notice is withdrawn.",
        "CL-1 was not withdrawn, but confirmed.",
        "CL-12 is withdrawn.",
    ],
)
def test_strikes_nothing(statement: str) -> None:
    assert marks.struck_values(statement, VALUES) == set()


@pytest.mark.parametrize(
    ("statement", "winner", "loser"),
    [
        ("Where the carrier and support differ, the carrier decides.", "carrier", "support"),
        (
            "If support and the carrier disagree on a format, support is right.",
            "support",
            "carrier",
        ),
        (
            "When the carrier and support say different things, the carrier wins.",
            "carrier",
            "support",
        ),
        ("If carrier and support differ it is the carrier who decides.", "carrier", "support"),
        ("Finance office over support, always.", "finance office", "support"),
        ("The finance office takes precedence over the carrier.", "finance office", "carrier"),
        ("The carrier's word outranks support.", "carrier", "support"),
        ("Trust the carrier, not support.", "carrier", "support"),
        ("The carrier overrules the finance office.", "carrier", "finance office"),
        ("The carrier's word counts more than support's.", "carrier", "support"),
    ],
)
def test_ranking(statement: str, winner: str, loser: str) -> None:
    assert marks.ranking(statement, ROLES) == (winner, loser)


@pytest.mark.parametrize(
    "statement",
    [
        "The carrier and support met on Monday.",
        "Support asked the carrier.",
        "You mistake support, not the carrier.",
        "The carrier decides.",
        "The warehouse outranks the post room.",
    ],
)
def test_ranks_nobody(statement: str) -> None:
    assert marks.ranking(statement, ROLES) is None


@pytest.mark.parametrize(
    ("statement", "names", "only"),
    [
        ("In the billing repository it is so.", {"billing"}, False),
        ("For the `freight` service we send it.", {"freight"}, False),
        ("On release line 4 it is so.", {"4"}, False),
        ("In another repository we do without.", {"another"}, False),
        ("That was the billing project.", {"billing"}, False),
        ("This is only for the billing service.", {"billing"}, True),
        ("It goes to the parcel service only.", {"parcel"}, True),
        ("Only on release line 4.", {"4"}, True),
        ("In the ledger repository it is so.", set(), False),
        ("In our repository and in this service it is so.", set(), False),
        ("The customer service called, the service was down.", set(), False),
        ("In work on codecs, heed what the field service wrote.", set(), False),
        ("We join our telephone service with the old one.", set(), False),
    ],
)
def test_places(statement: str, names: set[str], only: bool) -> None:
    assert marks.names_other_project(statement, "ledger") == names
    assert bool(marks.limited_to_other(statement, "ledger")) == only


def test_statements_end_at_sentences_semicolons_and_items() -> None:
    text = "Use v1.2, e.g. here. So “it is CL-1.” Then:\n- one\n- two; three\n\nA wrapped\nline."
    assert marks.statements(text) == (
        "Use v1.2, e.g. here.", "So “it is CL-1.", "Then:", "- one", "- two", "three",
        "A wrapped\nline.",
    )  # fmt: skip


@pytest.mark.parametrize("mark", marks.MARKS)
def test_uses_asks_whole_texts(mark: str) -> None:
    texts = {
        "strike": "News. CL-1 is withdrawn.",
        "replace": "News. CL-2 replaces CL-1.",
        "precede": "News. The carrier outranks support.",
        "foreign": "News. In the billing repository.",
        "only": "News. Only for the billing service.",
    }
    for name, text in texts.items():
        used = marks.uses(mark, text, VALUES, ROLES, "ledger")
        implied = {("strike", "replace"), ("foreign", "only")}
        assert used == (mark == name or (mark, name) in implied)


def test_memories_do_not_know_the_agents() -> None:
    """A memory tuned to the reader's marks would be measured by its own key (TRAPS.md)."""
    folder = Path(dreambench_lib.memory.__file__).parent
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [f"{node.module or ''}.{alias.name}" for alias in node.names]
            assert not any("agents" in name.split(".") for name in names), path
