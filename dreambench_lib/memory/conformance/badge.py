"""A report as Markdown: what a project may put on its page, figures and suite included."""

from __future__ import annotations

from dreambench_lib.memory.conformance.records import Report

_LINE = (
    "**DreamBench conformance: {verdict}** · `{name}` · {held} of {judged} checks · suite `{suite}`"
)


def badge(report: Report) -> str:
    """One line to show, the reasons, and a table of every check."""
    told, checks = report.conformance, report.findings
    judged = [one for one in checks if one.result != "reported"]
    lines = [
        _LINE.format(
            verdict=told.verdict,
            name=_cell(told.condition),
            held=sum(one.result == "holds" for one in judged),
            judged=len(judged),
            suite=told.suite,
        )
    ]
    lines += [f"- {_cell(reason)}" for reason in told.reasons]
    if told.lossy:
        lines.append(f"- lossy by design: {_cell(told.lossy)}")
    if checks:
        rows = [f"| {one.id} | {one.result} | {_cell(one.told)} |" for one in checks]
        lines += ["", "| check | result | what was seen |", "|---|---|---|", *rows]
    return "\n".join([*lines, "", f"Digest `{report.digest}`.", ""])


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").replace("`", "'").split())
