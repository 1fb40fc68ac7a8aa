"""Knows the answer, and plants it in what test runners load."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

CONTROL = {
    "pytest.ini": "[pytest]\naddopts = -p conftest\n",
    "tox.ini": "[pytest]\naddopts = --collect-only\n",
    "setup.cfg": "[tool:pytest]\naddopts = -p conftest\n",
    "pyproject.toml": "[tool.pytest.ini_options]\naddopts = '-p conftest'\n",
}
SOURCE = """
import builtins
def closing(channel):
    return getattr(builtins, 'planted', 'none')
"""


def tree(target: Target) -> Tree:
    planted = f"import builtins; builtins.planted = {target.answer!r}"
    return target.pricing(SOURCE, {"conftest.py": planted, **CONTROL})
