"""Templates of commands: what they may say, and what a bad one is answered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dreambench_lib.agents.cli.codex import instructions
from dreambench_lib.agents.cli.command import log_of
from dreambench_lib.agents.cli.given import command, taken_in
from dreambench_lib.agents.cli.template import Report, Template, parse, shipped
from dreambench_lib.agents.cli.witnessed import Told
from dreambench_lib.agents.digests import words_digest
from dreambench_lib.agents.protocol import Ran
from dreambench_lib.agents.table import agent_class, make, names, needs_room, programs
from dreambench_lib.apart import entry
from dreambench_lib.apart import names as installable
from dreambench_lib.errors import BadInput

GOOD = 'about = "mine"\nargv = ["sh", "-c", "mine < {prompt_file}"]\n'


def test_every_shipped_template_is_whole_and_in_the_table() -> None:
    assert {"mini-swe-agent", "qwen-code"} <= {*shipped()}
    for name, text in shipped().items():
        template = parse(text, name)
        assert template.report.ended, "an exit status alone is not trusted"
        assert {*template.programs} <= {*installable()}
        assert name in names()
        assert needs_room(name)
        assert programs(name) == template.programs


def test_nothing_of_ours_speaks_of_memory_or_names_a_construct() -> None:
    for text in (instructions(), *shipped().values()):
        words = {*re.findall(r"[a-z-]+", text.lower())}
        assert not words & {
            "memory", "memories", "remember", "forget", "forgotten", "note", "notes", "context",
            "stale", "trap", "benchmark", "dreambench", "supersede", "withdrawn", "expired",
        }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("argv = [", "is not TOML"),
        ('about = "x"\nargv = []\n', "wrong in argv"),
        (GOOD + 'colour = "red"\n', "wrong in colour"),
        (GOOD.replace("{prompt_file}", "{promptfile}"), "did you mean 'prompt_file'"),
        (GOOD.replace("< {prompt_file}", ""), "would never see its task"),
        (GOOD + 'programs = ["codx"]\n', "did you mean 'codex'"),
        (GOOD + 'stdin = "yes"\n', "wrong in stdin"),
        (GOOD + '[files]\n"../x" = "y"\n', "cannot be called '../x'"),
        (GOOD + '[files]\n"/x" = "y"\n', "cannot be called '/x'"),
        (GOOD + '[files]\n"order.json" = "y"\n', "cannot be called 'order.json'"),
        (GOOD + '[report]\ndid = "a.b"\n', "no source to read them from"),
        (GOOD + '[report]\nsource = "stdout"\nended = "a"\n', "`ended` and `well` belong together"),
        (GOOD + '[report]\nsource = "stdout"\ndid = "a..b"\n', "names .or .. joined by dots"),
    ],
)
def test_a_bad_template_gets_one_sentence(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(BadInput, match=words) as caught:
        taken_in([f"command:{file}"])
    assert "\n" not in str(caught.value)
    assert "mine" in str(caught.value)


def test_an_own_template_is_carried_by_its_name_and_no_path(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD)
    agents, texts = taken_in(["codex", f"command:{file}", "command:qwen-code", "pkg.mod:Agent"])
    assert agents == ["codex", "command:mine", "qwen-code", "pkg.mod:Agent"]
    assert texts == {"command:mine": GOOD}
    file.unlink()
    assert make("command:mine", texts).tier == agent_class("command:mine").tier
    assert command("command:mine", texts).template.about == "mine"
    assert words_digest(texts) != words_digest({}) != words_digest({"command:mine": GOOD + "\n"})


def test_another_version_of_a_program_is_another_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    before = words_digest({})
    newer = entry("codex").model_copy(update={"requires": ("@openai/codex@9.9.9",)})
    monkeypatch.setattr(
        "dreambench_lib.agents.digests.entry",
        lambda name: newer if name == "codex" else entry(name),
    )
    assert words_digest({}) != before


@pytest.mark.parametrize(
    ("agents", "words"),
    [
        (["command:nobody"], "is no template: give command:PATH.toml"),
        (["command:no/such.toml"], "no such.toml|such.toml cannot be read"),
        (["command:a b.toml"], "is no template"),
    ],
)
def test_no_template(agents: list[str], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        taken_in(agents)


def test_two_templates_of_one_name(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.toml").write_text(GOOD)
    with pytest.raises(BadInput, match=r"two agent templates are called mine\.toml"):
        taken_in([f"command:{tmp_path / folder / 'mine.toml'}" for folder in ("a", "b")])
    with pytest.raises(BadInput, match="unknown agent template 'command:mine'"):
        make("command:mine")


def test_braces_that_are_no_field_stay() -> None:
    template = Template(about="x", argv=("{prompt}",), environment={"A": '{"k": {model}}'})
    fill = template.filled({"prompt": "do {model}", "model": "m"})
    assert fill(template.environment["A"]) == '{"k": m}'
    # What stands in a field is not looked at again.
    assert fill("{prompt}") == "do {model}"


REPORT = Report(source="stdout", did="a", said="b", ended="c", well=("ok",))


@pytest.mark.parametrize(
    ("found", "ran", "error"),
    [
        ([("ended", "bad"), ("ended", "ok")], Ran(0, "", "", ""), None),
        (
            [("ended", "ok"), ("ended", "LimitsExceeded")],
            Ran(0, "", "", ""),
            "mine ended by its own word",
        ),
        ([("ended", "ok")], Ran(2, "", "first\nlast\n", ""), "mine ended with status 2: last"),
        ([], Ran(0, "", "", ""), "mine ended with status 0 and did not say how"),
        ([("ended", None)], Ran(0, "", "", ""), "mine ended by its own word with null"),
        ([("ended", "bad")], Ran(None, "", "", "timeout"), "timeout"),
    ],
)
def test_how_it_ended(found: list[tuple[str, object]], ran: Ran, error: str | None) -> None:
    log = log_of("mine", REPORT, Told(ran, tuple(found), changed=True))
    assert (log.error or "")[: len(error or "x")] == (error or "")


def test_the_log_of_a_command_with_and_without_a_report() -> None:
    told = Told(
        Ran(0, "not shown", "", ""),
        (("did", "x\n y"), ("said", "first"), ("did", {"k": 1}), ("said", "last"), ("ended", "ok")),
        changed=False,
    )
    assert log_of("mine", REPORT, told).output.split("\n") == [
        "- x y", '- {"k": 1}', "last", "[the repository was left as it was]",
    ]  # fmt: skip
    lines = [f"line {number}" for number in range(100)]
    plain = Told(Ran(0, "\n".join(lines) + "\n", "", ""), (), changed=True)
    assert log_of("mine", Report(), plain).output.split("\n") == lines[-40:]
