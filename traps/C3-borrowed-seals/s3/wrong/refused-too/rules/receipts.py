"""The receipt that is handed to the sender."""

import csv

from . import codes, seals
from .common import DATA, RulesError
from .evaluate import Decision, decide
from .records import Record
from .ruleset import load_rules


SEALED = ("rail", "sea")
"""The lanes whose containers are closed with a seal."""


def bag_tag(lane: str) -> str:
    """The tag of the bags that go out by `lane`."""
    with open(DATA / "tags.csv", encoding="utf-8", newline="") as stream:
        tags = {row["lane"]: row["tag"] for row in csv.DictReader(stream)}
    if lane not in tags:
        raise RulesError(f"no bag tag for lane {lane!r}")
    return tags[lane]


def receipt(decision: Decision) -> list[str]:
    """The lines of a receipt; only what is accepted gets a bag tag."""
    lines = [f"consignment {decision.id}", f"outcome {decision.outcome}"]
    if decision.outcome == "accept":
        lane = str(decision.record.get("lane", "road"))
        lines.append(f"bag {bag_tag(lane)}")
        number = decision.record.get("seal")
        if lane in SEALED and isinstance(number, int) and not isinstance(number, bool):
            lines.append(f"seal {seals.seal(number)}")
    elif decision.deciding:
        lines.append(f"see the {codes.desk(decision.deciding.code)} desk")
    if decision.outcome == "refuse" and decision.record.get("seal"):
        lines.append(f"seal {seals.seal(decision.record['seal'])}")
    return lines


def receipt_for(record: Record) -> list[str]:
    """The receipt of `record` under the shipped rules."""
    return receipt(decide(record, load_rules()))
