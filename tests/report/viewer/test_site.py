"""What is written: every record, to the letter; counts and tests that others made; nothing half."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreambench_lib.errors import BadInput
from dreambench_lib.harness.folder import open_folder
from dreambench_lib.harness.hygiene.relive import relive
from dreambench_lib.harness.verify import read_sealed
from dreambench_lib.records import CellKey, CellRecord
from dreambench_lib.report import frames as folds
from dreambench_lib.report.columns import rows
from dreambench_lib.report.comparing import compare_source
from dreambench_lib.report.rates import pass_rates
from dreambench_lib.report.viewer import Site, open_source, palette, write_site
from dreambench_lib.report.viewer.pool import Texts
from dreambench_lib.report.viewer.site import ASSETS, MARK
from dreambench_lib.trees import from_json, unified
from tests.report.viewer.parts import HOSTILE, TRAPS, hostile, part


def read(path: Path) -> Any:
    """The JSON that a data script hands over."""
    text = path.read_text(encoding="ascii")
    return json.loads(text[text.index("(") + 1 : text.rindex(")")])


def texts_of(shard: Any) -> Texts:
    texts = Texts()
    texts.lines.values, texts.texts.values = shard["lines"], shard["texts"]
    return texts


def shard_of(pages: Path, trap: str) -> Any:
    traps = read(pages / "data.js")[0]["traps"]
    return read(pages / next(one["shard"] for one in traps if one["id"] == trap))


@given(st.lists(st.text(alphabet=" a\n\t\u2028\r", max_size=12), max_size=6))
def test_any_text_comes_back(many: list[str]) -> None:
    texts = Texts()
    assert [texts.read(number) for number in [texts.add(one) for one in many]] == many


def test_every_record_is_told_to_the_letter(run: Path, site: Site) -> None:
    pages, count = site.start.parent, 0
    shards = {trap: shard_of(pages, trap) for trap in TRAPS}
    for record, receipt in read_sealed(run):
        shard = shards[record.key.trap_id]
        texts = texts_of(shard)
        cell = shard["cells"]["{0}/{1}/{3}".format(*record.key)]
        assert [cell[name] for name in ("record", "previous", "chain", "instance")] == [
            receipt.record, receipt.previous, receipt.chain, record.instance_digest
        ]  # fmt: skip
        assert len(cell["sessions"]) == len(record.sessions)
        for number, session in zip(cell["sessions"], record.sessions, strict=True):
            told = shard["sessions"][number]
            assert texts.read(told["context"]) == session.context
            assert texts.read(told["output"]) == session.work.output
            rows = [shard["items"][place] for place in told["recalls"]]
            assert [(texts.read(r[4]), texts.read(r[5]), bool(r[1])) for r in rows] == [
                (item.text, item.decision, item.shown) for item in session.recalls
            ]
            checks = [shard["checks"][place] for place in told["checks"]]
            assert checks == [c.model_dump(mode="json") for c in session.verdict.checks]
            notes = [texts.read(shard["notes"][name]["text"]) for name in told["notes"]]
            assert notes == [note.text for note in session.notes]
            count += 1
    assert count == 35 * 3


def test_changes_prompts_and_expectations_are_those_of_the_instance(run: Path, site: Site) -> None:
    source = open_source(run)
    shard = shard_of(site.start.parent, "C3-withdrawn")
    texts = texts_of(shard)
    record = next(r for r, _ in source.records() if r.key[2:] == ("C3-withdrawn", 1))
    trap = source.traps["C3-withdrawn"]
    first = shard["sessions"][
        shard["cells"][f"{record.key.condition}/reader-careful/1"]["sessions"][0]
    ]
    assert texts.read(first["prompt"]) == trap.sessions[0].prompt
    base = {path.encode(): entry for path, entry in _base(trap).items()}
    change = from_json(list(record.sessions[0].diff))
    assert texts.read(first["diff"]) == unified(base, change)
    assert texts.read(first["diff"]).startswith("--- a/ledger/")
    wants = shard["expected"]["1"]
    assert set(wants) >= {check.id for s in record.sessions for check in s.verdict.checks}


def _base(trap: Any) -> Any:
    from dreambench_lib.trees import Entry

    return {path: Entry("file", text.encode()) for path, text in trap.fixture.files.items()}


def test_counts_are_those_of_the_frames(run: Path, site: Site) -> None:
    data = read(site.start.parent / "data.js")[0]
    rates = rows(pass_rates(folds.load(run), 0.95))
    blocks = {trap["id"]: trap["block"] for trap in data["traps"]}
    width = len(data["seeds"])
    seen = 0
    for row in data["rows"]:
        for block in ("needs", "hurts"):
            states = [
                row["states"][n * width + seed]
                for n, trap in enumerate(data["traps"])
                for seed in range(width)
                if blocks[trap["id"]] == block
            ]
            rate = next(
                r
                for r in rates
                if (r["condition"], r["agent"], r["block"])
                == (row["condition"], row["agent"], block)
            )
            counted = states.count("p") + states.count("f")
            assert (states.count("p"), counted) == (rate["passed"], rate["cells"])
            seen += len(states)
    assert seen == 36
    letters = "".join(row["states"] for row in data["rows"])
    assert (letters.count("i"), letters.count("r")) == (1, 1)


def test_a_few_cells_say_what_their_memory_held(run: Path, site: Site) -> None:
    assert site.stored
    shard = shard_of(site.start.parent, "C9-upload")
    told = shard["cells"]["DF-hybrid-rules/reader-careful/1"]["life"]
    life = relive(run, CellKey("DF-hybrid-rules", "reader-careful", "C9-upload", 1))
    assert told["same"] is True
    assert [shard["items"][n]["id"] for n in told["items"]] == [i["id"] for i in life.items]
    assert len(told["items"]) > 20


def test_data_are_plain_ascii_and_cannot_end_a_script(tmp_path: Path) -> None:
    part(tmp_path / "bad", hostile, conditions=("B5",), traps=("C1-envelope",))
    site = write_site(open_source(tmp_path / "bad"), tmp_path / "out")
    for path in site.start.parent.rglob("*.js"):
        if path.name != "viewer.js":
            assert "<" not in path.read_text(encoding="ascii")
    assert "OWNED" not in site.start.read_text(encoding="utf-8")
    shard = shard_of(site.start.parent, "C1-envelope")
    assert HOSTILE in texts_of(shard).read(
        shard["sessions"][shard["cells"]["B5/reader-careful/1"]["sessions"][-1]]["output"]
    )


def test_nothing_refers_to_the_outside(site: Site) -> None:
    for path in (site.start, site.start.with_name("index.html"), site.start.with_name("viewer.css"),
                 site.start.with_name("viewer.js")):  # fmt: skip
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"https?://|@import|url\(|fetch\(|XMLHttp|innerHTML|insertAdj", text)
        assert "<script>" not in text
        assert "style=" not in text


def test_the_page_names_the_readers_and_has_totals_without_script(site: Site) -> None:
    text = site.start.with_name("index.html").read_text(encoding="utf-8")
    assert '<p class="banner" role="note"><strong>simulated reader</strong>' in text
    assert re.search(r'<th scope="row">B0</th><td>0 of 6</td><td>\d of 5</td>', text)


def test_comparison_of_conditions_is_that_of_the_command(run: Path, site: Site) -> None:
    told = read(site.start.with_name("compare.js"))
    asked = compare_source(str(run), "DF-hybrid-rules", "B5")
    [row] = told["rows"]
    for block in ("needs", "hurts"):
        for name in ("b", "c", "D", "p", "p_exact", "missing"):
            assert row[block][name] == asked[block][name]
    page = site.start.read_text(encoding="utf-8")
    assert f'data-label="p">{asked["needs"]["p"]:.4g}</td>' in page


def flip(record: CellRecord) -> CellRecord:
    """The cells of one trap turned, by the verdict of the scored session."""
    if record.key.trap_id != "C1-envelope" or record.key.condition != "B5":
        return record
    last = record.sessions[-1]
    checks = tuple(c.model_copy(update={"passed": False}) for c in last.verdict.checks)
    verdict = last.verdict.model_copy(update={"checks": checks})
    last = last.model_copy(update={"verdict": verdict})
    return record.model_copy(update={"sessions": (*record.sessions[:-1], last)})


def test_two_runs_are_compared_where_they_share_instances(run: Path, tmp_path: Path) -> None:
    _, records = part(tmp_path / "other", flip, conditions=("B5", "B0"))
    lost = sum(r.passed != flip(r).passed for r in part(tmp_path / "same", conditions=("B5",))[1])
    assert lost > 0
    site = write_site(
        open_source(tmp_path / "same"), tmp_path / "out", against=open_source(tmp_path / "other")
    )
    told = read(site.start.with_name("compare.js"))
    [row] = told["rows"]
    assert (row["name"], row["needs"]["b"], row["needs"]["c"]) == ("B5 · reader-careful", lost, 0)
    assert row["hurts"]["D"] == 0
    assert told["differ"] == ["conditions"]
    assert (tmp_path / "out" / "cells-second").is_dir()
    assert site.cells == 12 + len(records)


@pytest.mark.parametrize(
    ("case", "says"),
    [
        ("itself", "cannot be compared with itself"),
        ("stranger", "unknown condition in small 'B9'"),
        ("unfinished", "is not sealed"),
        ("no records", "nobody knows which instances"),
        ("other instances", "met different instances (3 of 3, the first C1-envelope, seed 1)"),
        ("nothing shared", "share no (condition, agent, trap, seed)"),
        ("both", "give one of them"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    run: Path, tmp_path: Path, case: str, says: str
) -> None:
    source, more = open_source(run), dict[str, Any]()
    if case == "itself":
        more = {"conditions": ("B5", "B5")}
    elif case == "stranger":
        more = {"conditions": ("B5", "B9")}
    elif case == "unfinished":
        source, more = open_source(unfinished(tmp_path / "open")), {"conditions": ("B5", "B0")}
    elif case == "no records":
        shutil.copytree(run, tmp_path / "bare")
        for name in ("plan.json", "log.jsonl.xz"):
            (tmp_path / "bare" / name).unlink()
        more = {"against": open_source(tmp_path / "bare")}
    elif case == "other instances":
        part(tmp_path / "other", lambda r: r.model_copy(update={"instance_digest": "0" * 64}),
             conditions=("B5",), traps=("C1-envelope",))  # fmt: skip
        more = {"against": open_source(tmp_path / "other")}
    elif case == "nothing shared":
        part(tmp_path / "other", conditions=("B1",), traps=("C1-envelope",))
        more = {"against": open_source(tmp_path / "other")}
    else:
        more = {"conditions": ("B5", "B0"), "against": source}
    with pytest.raises(BadInput, match=re.escape(says)):
        write_site(source, tmp_path / "out", **more)
    assert not (tmp_path / "out").exists()


def unfinished(folder: Path) -> Path:
    """A run folder whose log has one of its cells."""
    from dreambench_lib.harness.folder import manifest
    from tests.report.viewer.parts import FROZEN

    plan, records = part(folder.with_name("sealed"), conditions=("B5",), traps=("C1-envelope",))
    open_folder(folder, plan, str(manifest(FROZEN)["key"]))
    (folder / "log.jsonl").write_text(records[1].model_dump_json() + "\n", encoding="utf-8")
    return folder


def test_an_unfinished_run_shows_what_it_has(tmp_path: Path) -> None:
    site = write_site(open_source(unfinished(tmp_path / "open")), tmp_path / "out")
    assert site.cells == 1
    assert "1 of 3 cells, <strong>unfinished</strong>" in site.start.read_text(encoding="utf-8")
    [row] = read(site.start.with_name("data.js"))[0]["rows"]
    assert re.fullmatch("-[pf]-", row["states"])


def test_a_changed_trap_is_said_not_guessed(tmp_path: Path) -> None:
    part(tmp_path / "old", lambda r: r.model_copy(update={"instance_digest": "0" * 64}),
         conditions=("B5",), traps=("C1-envelope",))  # fmt: skip
    site = write_site(open_source(tmp_path / "old"), tmp_path / "out")
    shard = shard_of(site.start.parent, "C1-envelope")
    cell = shard["cells"]["B5/reader-careful/1"]
    assert "trap has changed" in cell["changed"]
    assert shard["expected"] == {}
    assert all("prompt" not in session for session in shard["sessions"])


def test_the_published_fold_has_outcomes_and_no_stories(tmp_path: Path) -> None:
    source = open_source(Path(folds.find("published")))
    site = write_site(source, tmp_path / "out", conditions=("DF-hybrid", "B5"))
    assert site.cells == 3780
    [row] = read(site.start.with_name("compare.js"))["rows"]
    assert row["needs"]["b"] + row["hurts"]["b"] == 21
    assert '<p class="banner plainly"' in site.start.read_text(encoding="utf-8")


def test_a_folder_of_somebody_is_left_alone_and_a_site_replaced(run: Path, tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.mkdir()
    (taken / "thesis.txt").write_text("years of work")
    with pytest.raises(BadInput, match="use another --out"):
        write_site(open_source(run), taken)
    assert (taken / "thesis.txt").read_text() == "years of work"
    mine = tmp_path / "mine"
    write_site(open_source(run), mine, stored=False)
    (mine / "stale.js").write_text("")
    write_site(open_source(run), mine, stored=False)
    assert not (mine / "stale.js").exists()
    assert (mine / MARK).is_file()
    assert {path.name for path in tmp_path.iterdir()} == {"taken", "mine"}


def test_a_damaged_run_leaves_no_pages(run: Path, tmp_path: Path) -> None:
    shutil.copytree(run, tmp_path / "torn")
    log = tmp_path / "torn" / "log.jsonl.xz"
    log.write_bytes(log.read_bytes()[:-40])
    with pytest.raises(BadInput, match="is damaged"):
        write_site(open_source(tmp_path / "torn"), tmp_path / "out", stored=False)
    assert [path.name for path in tmp_path.iterdir()] == ["torn"]


@pytest.mark.parametrize("name", ["LIGHT", "DARK"])
def test_colours_can_be_told_apart(name: str) -> None:
    colours = getattr(palette, name)
    for text, ground in palette.TEXT:
        assert palette.contrast(colours[text], colours[ground]) >= 4.5, (text, ground)
    for mark, ground in palette.MARKS:
        assert palette.contrast(colours[mark], colours[ground]) >= 3, (mark, ground)


def test_the_style_uses_the_palette_and_nothing_else() -> None:
    css = (ASSETS / "viewer.css.j2").read_text(encoding="utf-8")
    used = set(re.findall(r"var\(--([\w-]+)\)", css))
    assert used - {"w", "h"} == set(palette.LIGHT) == set(palette.DARK)
    assert not re.search(r"#[0-9a-fA-F]{3,8}\b", css)
