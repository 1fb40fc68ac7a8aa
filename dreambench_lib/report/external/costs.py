"""Tokens and milliseconds of a session: the tokens from the run, the time from conformance."""

from __future__ import annotations

import pandas as pd

from dreambench_lib.report.external.source import External
from dreambench_lib.report.prose import Prose, say
from dreambench_lib.report.tables import Table, table

_MEMORY = ("sleep", "vendor")
UNKNOWN = "not measured"


def cost_table(external: External) -> Table:
    """One line a condition; what was measured by nobody is said to be so."""
    frames, found = external.frames, []
    for name in frames.conditions:
        sessions = frames.sessions[frames.sessions["condition"] == name]
        used = frames.usage[frames.usage["condition"] == name]
        used = used[used["party"].isin(_MEMORY)]
        tokens = int(used["input_tokens"].sum() + used["output_tokens"].sum())
        last = sessions[sessions["session"] == sessions["session"].max()]
        found.append(
            {
                "condition": name,
                "sessions": len(sessions),
                "its model's tokens a session": tokens / len(sessions) if len(sessions) else None,
                "words shown, scored session": float(last["words"].mean()) if len(last) else None,
                **_timed(external, name),
            }
        )
    forms = {
        "its model's tokens a session": ",.1f", "words shown, scored session": ",.0f",
        "ms to write a session": ",.1f", "ms to read": ",.1f", "kB kept": ",.1f",
    }  # fmt: skip
    caption = f"tokens and words: {external.hygiene.origin} · times and bytes: conformance records"
    return table(pd.DataFrame(found), caption, UNKNOWN, **forms)


def _timed(external: External, name: str) -> dict[str, float | None]:
    report = external.reports.get(name)
    cost = [one for one in report.findings if one.id == "cost"] if report else []
    figures = cost[0].figures if cost else {}
    kept = figures.get("bytes kept")
    return {
        "ms to write a session": figures.get("write ms"),
        "ms to read": figures.get("read ms"),
        "kB kept": None if kept is None else kept / 1000,
    }


def read_cost(external: External) -> Prose:
    """Where each number comes from."""
    used = external.frames.usage
    calls = int(used[used["party"].isin(_MEMORY)]["calls"].sum()) if len(used) else 0
    timed = [name for name in external.frames.conditions
             if _timed(external, name)["ms to read"] is not None]  # fmt: skip
    return say(
        "A run's sealed bytes hold no time, or no two runs would agree: milliseconds are those of "
        "the conformance suite, once on one machine, five sessions of four notes, medians.",
        f"They are known for {len(timed)} of {len(external.frames.conditions)} conditions.",
        "No memory asked a model, so its tokens are 0 because they are: the stand-in extractor "
        "calls none, and literal storage needs none."
        if not calls
        else f"Memories made {calls:,} calls to models.",
    )
