"""Writing the site: pages, one style, one script, and data that pages load as scripts.

A page opened from a disk may load scripts beside it but fetch nothing, so data come as scripts: the
matrix at once, a trap's stories when one of its cells is opened. No text from a run stands in the
markup; the script sets it as text.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import jinja2

from dreambench_lib import __version__
from dreambench_lib.errors import BadInput
from dreambench_lib.report.lineup import label
from dreambench_lib.report.roles import ROLES
from dreambench_lib.report.viewer import palette, versus
from dreambench_lib.report.viewer.run import NOT_RUN, Outcomes, Source
from dreambench_lib.report.viewer.stories import Said, Told, tell
from dreambench_lib.report.visible import plain
from dreambench_lib.report.words import BLOCKS, CONSTRUCTS, block, in_order

ASSETS = Path(__file__).parent / "assets"
START, COMPARE, MARK = "index.html", "compare.html", "dreambench-view.json"
SIDES = ("cells", "cells-second")


class Site(NamedTuple):
    """What was written."""

    start: Path
    """The page to open."""
    cells: int
    bytes: int
    stored: bool
    """Whether the stories say what memories stored."""


def write_site(
    source: Source,
    folder: Path,
    *,
    conditions: tuple[str, str] | None = None,
    against: Source | None = None,
    stored: bool | None = None,
    said: Said = lambda done, planned: None,
) -> Site:
    """Write the site of a run into `folder`, whole or not at all; an older site there is replaced.

    Args:
        conditions: Two conditions to compare on a page of their own.
        against: Another run to compare with.
        stored: Live memories through again, to say what they stored; None: where cells are few.
        said: Called with the cells told so far and those planned.

    Raises:
        BadInput: `folder` holds something else, or what is to be compared is not comparable.
    """
    if conditions and against:
        raise BadInput("--conditions and --against are two comparisons: give one of them")
    _free(folder)
    if conditions:
        versus.check_conditions(source, *conditions)
    elif against:
        versus.check_runs(source, against)
    sides = [tell(source, stored, said)]
    versus_: dict[str, Any] | None = None
    if conditions:
        versus_ = versus.conditions(sides[0], *conditions)
    elif against:
        sides.append(tell(against, stored, said))
        versus_ = versus.runs(*sides)
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        _write(draft, sides, versus_)
        draft.chmod(0o755)
        if folder.exists():
            shutil.rmtree(folder)
        os.rename(draft, folder)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    cells = sum(len(side.source.outcomes.states) for side in sides)
    return Site(folder / (COMPARE if versus_ else START), cells, size, sides[0].stored)


def _free(folder: Path) -> None:
    """Refuses a folder that is no site of ours: replacing it would lose somebody's files."""
    if folder.is_dir() and not any(folder.iterdir()):
        return
    if folder.exists() and not (folder / MARK).is_file():
        raise BadInput(f"{folder.name} is not empty and no run's pages: use another --out")


def _write(draft: Path, sides: list[Told], versus_: dict[str, Any] | None) -> None:
    main = sides[0].source.outcomes
    places = [_shards(draft, side, name) for side, name in zip(sides, SIDES, strict=False)]
    data = [
        matrix(side.source.outcomes, place, side.stored)
        for side, place in zip(sides, places, strict=True)
    ]
    (draft / "data.js").write_text(_call("sides", data), encoding="ascii")
    pages: dict[str, dict[str, Any] | None] = {START: None}
    if versus_:
        (draft / "compare.js").write_text(_call("versus", versus_), encoding="ascii")
        pages[COMPARE] = versus_
    colours = {"light": palette.css(palette.LIGHT), "dark": palette.css(palette.DARK)}
    (draft / "viewer.css").write_text(_template("viewer.css").render(colours), encoding="utf-8")
    shutil.copyfile(ASSETS / "viewer.js", draft / "viewer.js")
    for name, compared in pages.items():
        text = _template("page.html").render(
            run=main, sides=[side.source.outcomes for side in sides], versus=compared,
            has_versus=bool(versus_), blocks=BLOCKS, totals=totals(main), version=__version__,
        )  # fmt: skip
        (draft / name).write_text(text, encoding="utf-8")
    (draft / MARK).write_text(json.dumps({"version": __version__}) + "\n", encoding="ascii")


def _shards(draft: Path, told: Told, name: str) -> dict[str, str]:
    """Write a run's stories, a file a trap (by number: a trap may be called anything)."""
    (draft / name).mkdir()
    places = {}
    for number, (trap, shard) in enumerate(sorted(told.shards.items())):
        places[trap] = f"{name}/{number}.js"
        (draft / places[trap]).write_text(_call("shard", shard.body()), encoding="ascii")
    return places


def matrix(run: Outcomes, places: Mapping[str, str], stored: bool) -> dict[str, Any]:
    """All outcomes, a string of letters a row: traps in order, in each its seeds."""
    agents = sorted({key.agent for key in run.states})
    conditions = in_order(key.condition for key in run.states)
    letters: dict[tuple[str, str], dict[tuple[str, int], str]] = {}
    for key, state in run.states.items():
        letters.setdefault((key.condition, key.agent), {})[key.trap_id, key.seed] = state
    rows = [
        {
            "condition": condition,
            "agent": agent,
            "states": "".join(
                found.get((trap.id, seed), NOT_RUN) for trap in run.traps for seed in run.seeds
            ),
        }
        for agent in agents
        for condition in conditions
        if (found := letters.get((condition, agent)))
    ]
    return {
        "run": run.name,
        "label": run.label,
        "state": run.state,
        "stored": stored,
        "seeds": run.seeds,
        "rows": rows,
        "labels": {name: label(name) for name in conditions},
        "blocks": BLOCKS,
        "constructs": CONSTRUCTS,
        "roles": {role: [mark, meaning] for role, (_, mark, meaning) in ROLES.items()},
        "traps": [
            {**trap._asdict(), "block": block(trap.construct), "shard": places.get(trap.id, "")}
            for trap in run.traps
        ],
    }


def totals(run: Outcomes) -> list[dict[str, Any]]:
    """Passed and counted cells by agent and condition, one pair a block and never their sum."""
    blocks = {trap.id: block(trap.construct) for trap in run.traps}
    found: dict[tuple[str, str], dict[str, list[int]]] = {}
    for key, state in run.states.items():
        row = found.setdefault((key.agent, key.condition), {name: [0, 0] for name in BLOCKS})
        pair = row[blocks[key.trap_id]]
        pair[0] += state == "p"
        pair[1] += state in "pf"
    order = {name: place for place, name in enumerate(in_order(c for _, c in found))}
    keys = sorted(found, key=lambda key: (key[0], order[key[1]]))
    return [{"agent": a, "condition": c, **found[a, c]} for a, c in keys]


def _call(name: str, value: Any) -> str:
    """A script that hands over JSON: plain ASCII, and no text in it can end a script element."""
    text = json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")
    return f"DREAMBENCH.{name}({text});\n"


def _template(name: str) -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(ASSETS),
        autoescape=name.endswith(".html"),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters["plain"] = plain
    return environment.get_template(f"{name}.j2")
