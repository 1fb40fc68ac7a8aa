"""`dreambench memora census`, `lint`, `reconcile`, `human`, `freeze`: releases and tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import BadInput, unknown
from .memora_options import AsJson, Data


def census_(data: Data, as_json: AsJson = False) -> None:
    """Count a release: questions, criteria, empty buckets, colliding ids, malformed files."""
    from ..forgetting.release.census import census
    from ..forgetting.release.layout import data_folder
    from . import show

    found = census(data_folder(data)).as_dict()
    if as_json:
        show.as_json(found)
    else:
        buckets = found["buckets"]
        show.table(
            f"{found['files']} files, {found['questions']} questions, {found['criteria']:,} "
            f"criteria ({found['presence']:,} presence, {found['forgetting']:,} forgetting); "
            f"colliding ids: {found['colliding_question_ids']} question, "
            f"{found['colliding_criterion_ids']} criterion",
            list(buckets[0]) if buckets else ["nothing"],
            [[f"{v:.0%}" if isinstance(v, float) else v for v in row.values()] for row in buckets],
        )
        paper = found["paper"]
        show.console.print(
            f"Paper's Table 2: {paper['criteria in all']:,} criteria "
            f"(release minus paper: {paper['release minus paper']:+,}). {paper['note']}"
        )
        for one in found["malformed"]:
            show.console.print(f"malformed: {one['path']}: {one['key']}: {one['fault']}")
        for name in found["absent"]:
            show.console.print(f"absent: {name}")
    raise SystemExit(1 if found["malformed"] else 0)


def lint_(
    data: Data,
    rule: Annotated[str | None, typer.Option(help="List this rule's findings by id.")] = None,
    as_json: AsJson = False,
) -> None:
    """Criteria whose literal reading is impossible, unfair or unclear; findings, not errors."""
    from ..forgetting.release.layout import data_folder
    from ..forgetting.release.lint import RULES, counts, lint
    from ..forgetting.release.load import iter_release
    from . import show

    if rule is not None and rule not in RULES:
        raise unknown("rule", rule, RULES)
    found = list(lint(iter_release(data_folder(data))))
    if rule is not None:
        rows = [one for one in found if one.rule == rule]
        if as_json:
            show.as_json([one._asdict() for one in rows])
        else:
            heads = ("path", "question", "criterion", "other")
            show.table(RULES[rule], heads, [[getattr(one, h) for h in heads] for one in rows])
        return
    sums = counts(found)
    if as_json:
        show.as_json(sums)
        return
    body = [[name, row["criteria"], row["questions"], RULES[name]] for name, row in sums.items()]
    show.table("Findings", ("rule", "criteria", "questions", "meaning"), body)


def reconcile_(
    table: Annotated[Path | None, typer.Argument(help="Table 3 as CSV (else the paper's).")] = None,
    printed: Annotated[Path | None, typer.Option(help="Tables 4 and 5 as JSON.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Also figures that agree.")] = False,
    as_json: AsJson = False,
) -> None:
    """Printed sums and means against their printed parts: each difference, and what explains it."""
    from ..forgetting.score.reconcile import differences, reconcile, ties
    from . import show

    checks = reconcile(table, printed)
    found = {"differences": differences(checks), "ties": ties(checks)}
    if everything:
        found["figures"] = checks
    rows = {name: [one.as_dict() for one in part] for name, part in found.items()}
    if as_json:
        show.as_json({"checked": len(checks), **rows})
        return
    titles = {
        "differences": f"{len(checks)} figures checked: {len(rows['differences'])} differences",
        "ties": f"{len(rows['ties'])} exact ties: both roundings occur",
        "figures": "Every figure checked",
    }
    for name, part in rows.items():
        _figures(titles[name], part)


def _figures(title: str, rows: list[dict[str, Any]]) -> None:
    from . import show

    forms = {"parts": ".4f", "difference": ".4g", "bound": ".4g"}
    heads = ("item", "printed", *forms, "explained", "note")
    body = [[format(row[head], forms.get(head, "")) for head in heads] for row in rows]
    show.table(title, heads, body)


def human_(
    file: Annotated[
        Path,
        typer.Argument(help='{"strata": {NAME: {"agree", "judged"}}, "prevalence": {NAME: SHARE}}'),
    ],
    as_json: AsJson = False,
) -> None:
    """Human agreement with the judges, weighted by how common each consensus pattern is."""
    from fractions import Fraction

    from ..forgetting.judges.human import Stratum, balanced, weighted
    from . import show

    try:
        raw = json.loads(file.read_text(encoding="utf-8"))
        strata = {n: Stratum(int(s["agree"]), int(s["judged"])) for n, s in raw["strata"].items()}
        shares = raw.get("prevalence")
        prevalence = shares and {name: Fraction(str(share)) for name, share in shares.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise BadInput(f"{file} is not of the form that --help shows") from None
    made = [balanced(strata), *([weighted(strata, prevalence)] if prevalence else [])]
    rows = [
        {"what": one.label, "value": float(one.value), "low": one.interval.low,
         "high": one.interval.high}
        for one in made
    ]  # fmt: skip
    if as_json:
        show.as_json(rows)
    else:
        body = [[row["what"], *(f"{row[n]:.4f}" for n in ("value", "low", "high"))] for row in rows]
        show.table("Human agreement", ("what", "value", "low", "high"), body)
        if not prevalence:
            show.console.print("No prevalences were given: there is no population estimate.")


def freeze_(
    data: Data,
    out: Annotated[Path | None, typer.Option(help="Folder (else results/memora).")] = None,
) -> None:
    """Derive the counts that ship with the project from a full release; no text of it."""
    from ..forgetting.frozen import freeze
    from ..forgetting.release.layout import data_folder
    from ..forgetting.score.published import FOLDER

    freeze(data_folder(data), out or FOLDER)
