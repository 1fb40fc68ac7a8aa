"""A tree whose right answer we know: if this fails, it is the machine and not the agent."""

from __future__ import annotations

from ...errors import DreamBenchError
from ...traps.checks import Call
from ...trees import text_tree
from .base import Limits, Sandbox, SandboxSession, SessionLost

_TREE = text_tree({"known/__init__.py": "", "known/good.py": "def add(a, b): return a + b\n"})
_CALL, _ANSWER = Call(target="known.good:add", args=(20, 3)), b"23"


def fault_of(session: SandboxSession) -> str:
    """Why an open sandbox does not answer a known question, or ""."""
    try:
        seen = session.observe(_TREE, _CALL)
    except SessionLost as lost:
        return str(lost)
    if seen.data == _ANSWER:
        return ""
    return f"{seen.reason or 'wrong answer'} {seen.note.strip()}".strip()


def fault_when_fresh(sandbox: Sandbox, limits: Limits) -> str:
    """Why a new sandbox of this kind does not answer a known question, or ""."""
    try:
        with sandbox.session(limits) as session:
            return fault_of(session)
    except DreamBenchError as fault:
        return str(fault)
