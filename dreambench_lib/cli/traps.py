"""`dreambench traps`: list, show, mint and check traps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import BadInput, unknown

if TYPE_CHECKING:
    from ..traps.bench import GateResult
    from ..traps.template import Template

app = typer.Typer(help="List, show, mint and check traps.", no_args_is_help=True)
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
Key = Annotated[str | None, typer.Option("--key", help="Run key, 64 hex digits (else fresh).")]
Set = Annotated[str, typer.Option("--set", help="core, extended or all.")]
SETS = ("core", "extended", "all")


def register(root: typer.Typer) -> None:
    root.add_typer(app, name="traps")


@app.callback()
def _root(
    context: typer.Context,
    traps: Annotated[
        Path | None, typer.Option("--traps", help="Folder of private traps outside the tree.")
    ] = None,
) -> None:
    context.obj = None if traps is None else traps.resolve()


def _chosen(root: Path | None, ids: Sequence[str], which: str) -> dict[str, Template]:
    """The traps named (a construct's code names all of its traps), or all of a set."""
    from ..traps.load import load_trap, load_traps, trap_folders

    if which not in SETS:
        raise unknown("set", which, SETS)
    wanted = [word for name in ids for word in name.split(",") if word]
    if not wanted:
        every = load_traps(root)
        return {n: t for n, t in every.items() if which in ("all", t.set)}
    # Only what was named is loaded, so that a fault in another trap does not stand in the way.
    folders = {folder.name: folder for folder in trap_folders(root)}
    out = {}
    for name in wanted:
        found = [n for n in folders if n == name or n.split("-")[0] == name]
        if not found:
            raise unknown("trap", name, folders)
        out.update({n: load_trap(folders[n]) for n in found})
    return out


@app.command("list", epilog="Example:  dreambench traps list --json")
def list_(context: typer.Context, which: Set = "all", as_json: AsJson = False) -> None:
    """The traps, one line each."""
    from . import show

    rows = [
        {
            "id": trap.id,
            "construct": trap.construct_id,
            "set": trap.set,
            "fixture": trap.fixture.name,
            "start": trap.start,
            "sessions": len(trap.sessions),
            "notes": sum(trap.crowd),
            "checks": len(trap.checks),
            "why": trap.why,
        }
        for trap in _chosen(context.obj, (), which).values()
    ]
    if as_json:
        show.as_json(rows)
    else:
        heads = ("id", "fixture", "start", "notes", "checks", "why")
        show.table(f"{len(rows)} traps", heads, [[row[head] for head in heads] for row in rows])


@app.command("show", epilog="Example:  dreambench traps show C3-withdrawn")
def show_(
    context: typer.Context,
    trap: Annotated[str, typer.Argument(help="The trap's id.")],
    as_json: AsJson = False,
) -> None:
    """One trap told: what is asked, what becomes known when, what is checked. It holds no value."""
    from ..traps.tell import as_data, story
    from . import show

    for found in _chosen(context.obj, [trap], "all").values():
        if as_json:
            show.as_json(as_data(found))
        else:
            show.console.print(story(found), markup=False)


@app.command("mint", epilog="Example:  dreambench traps mint C3-withdrawn --seed 1 --json")
def mint_(
    context: typer.Context,
    trap: Annotated[str, typer.Argument(help="The trap's id.")],
    seed: Annotated[int, typer.Option(help="The seed.")] = 1,
    key: Key = None,
    sealed: Annotated[bool, typer.Option("--sealed", help="Also values and checks.")] = False,
    as_json: AsJson = False,
) -> None:
    """Mint one instance and print its public half (with --sealed also the other)."""
    from ..traps.keys import fresh_key, parse_key
    from ..traps.mint import mint
    from ..traps.tell import public_half, sealed_half
    from . import show

    key = key or fresh_key()
    for found in _chosen(context.obj, [trap], "all").values():
        instance = mint(found, parse_key(key), seed)
        data = {"key": key, **public_half(instance)}
        if sealed:
            data |= sealed_half(instance)
        if as_json:
            show.as_json(data)
            continue
        heads = ("session", "date", "author", "about", "text")
        notes = [note.model_dump() for note in instance.all_notes()]
        title = f"{found.id}, seed {seed}, key {key}"
        show.table(title, heads, [[note[head] for head in heads] for note in notes])
        if sealed:
            show.table("sealed", ("fact", "value"), list(instance.values.items()))


@app.command("check", epilog="Example:  dreambench traps check C3-withdrawn --seeds 5")
def check_(
    context: typer.Context,
    ids: Annotated[list[str] | None, typer.Argument(help="Trap ids or constructs.")] = None,
    which: Set = "all",
    seeds: Annotated[int, typer.Option(min=1, help="How many mints of each trap.")] = 20,
    key: Key = None,
    texts_only: Annotated[
        bool, typer.Option("--texts-only", help="Only lints of words; no sandbox.")
    ] = False,
    log: Annotated[Path, typer.Option(help="Admission log.")] = Path("runs/admission.jsonl"),
    workers: Annotated[int, typer.Option(min=1, help="Processes.")] = 2,
    as_json: AsJson = False,
) -> None:
    """Run every gate, proof and lint; exit 1 if any trap fails. Every verdict is logged."""
    from ..traps.admission import admitted, append
    from ..traps.gates import set_gates
    from ..traps.keys import fresh_key, parse_key
    from . import show

    traps = _chosen(context.obj, ids or (), which)
    if not traps:
        raise BadInput("there is no trap to check: write one, see traps/FORM.md")
    key = key or fresh_key()
    parse_key(key)
    results: dict[str, list[GateResult]] = {}
    with show.progress() as bar:
        task = bar.add_task("traps", total=len(traps), note="")
        for name, verdicts in check_all(traps, key, seeds, not texts_only, workers):
            results[name] = verdicts
            append(log, traps[name], seeds, verdicts)
            bar.update(task, advance=1, note=name)
    everything = [v for name in traps for v in results[name]]
    if not ids:
        everything += set_gates(traps.values())
    if as_json:
        show.as_json({"key": key, "results": [v.model_dump() for v in everything]})
    else:
        _print_check(everything, traps, key)
    if not admitted(everything):
        raise typer.Exit(1)


def _print_check(results: Sequence[GateResult], traps: Sequence[str] | Any, key: str) -> None:
    from . import show

    failed = [v for v in results if not v.passed]
    rows = []
    for name in traps:
        mine = [v for v in results if v.trap == name]
        bad = [v.gate for v in mine if not v.passed]
        recorded = "; ".join(f"{v.gate}: {v.detail}" for v in mine if v.gate == "hoarder")
        rows.append([name, f"{len(mine) - len(bad)}/{len(mine)}", ", ".join(bad), recorded])
    show.table("Admission", ("trap", "passed", "failed", "recorded"), rows)
    if failed:
        faults = [[v.trap, v.gate, v.detail] for v in failed]
        show.table(f"Failures (key {key})", ("trap", "gate", "detail"), faults)


def check_all(
    traps: dict[str, Template], key: str, seeds: int, run: bool = True, workers: int = 2
) -> Iterator[tuple[str, list[GateResult]]]:
    """Examine `traps` in parallel; yields (id, verdicts) as they finish."""
    from joblib import Parallel, delayed

    if workers == 1 or len(traps) == 1:
        for trap in traps.values():
            yield _check_one(trap, key, seeds, run)
        return
    pool = Parallel(n_jobs=workers, return_as="generator_unordered")
    yield from pool(delayed(_check_one)(trap, key, seeds, run) for trap in traps.values())


def _check_one(trap: Template, key: str, seeds: int, run: bool) -> tuple[str, list[GateResult]]:
    """One trap in this process, with one referee session of its own."""
    from ..agents.bench import reader_bench
    from ..traps.admission import examine
    from ..traps.keys import parse_key

    with _session(run) as judge:
        bench = reader_bench(judge, parse_key(key), range(1, seeds + 1))
        return trap.id, examine(trap, bench, run)


def _session(run: bool) -> Any:
    """A referee session, or nothing where nothing is run."""
    if not run:
        return nullcontext(None)
    from ..harness.referee import Referee
    from ..harness.sandboxes import open_sandbox

    return Referee(open_sandbox()).session()


if __name__ == "__main__":
    import sys

    from . import main

    sys.argv[1:1] = ["traps"]
    main()
