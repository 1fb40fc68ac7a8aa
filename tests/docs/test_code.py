"""Code in pages runs: examples with answers are doctests, the example agent works."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.agents.protocol import Agent, Task, Workspace
from dreambench_lib.shipped import TREE
from dreambench_lib.trees import text_tree
from tests.docs.texts import texts

PAGES = sorted((TREE / "docs").glob("*.md"))
WITH_ANSWERS = [page for page in PAGES if ">>>" in page.read_text(encoding="utf-8")]
_PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", WITH_ANSWERS, ids=lambda page: str(page.name))
def test_answers_in_pages_are_right(page: Path) -> None:
    # The fences go: doctest would take the closing one for output.
    text = re.sub(r"^```.*$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert test.examples
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


@pytest.mark.parametrize("name", [name for name, text in texts().items() if _PYTHON.search(text)])
def test_python_in_texts_is_python(name: str) -> None:
    for block in _PYTHON.findall(texts()[name]):
        if ">>>" not in block:
            compile(block, name, "exec")


def test_the_example_agent_is_an_agent() -> None:
    (block,) = _PYTHON.findall(texts()["docs/agent.md"])
    made: dict[str, Any] = {}
    exec(block, made)
    agent = made["Footer"]()
    assert isinstance(agent, Agent)
    space = Workspace(text_tree({"a.py": 'LINE = "END"\n', "b.txt": "END"}))
    task = Task(token="t", project="p", prompt="", context="CL-QWERT9 holds", session=3)
    assert agent.work(space, task).output
    assert space.read("a.py") == 'LINE = "CL-QWERT9"\n'
    assert space.read("b.txt") == "END"
