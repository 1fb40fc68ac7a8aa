"""Answers one question in the process under test: the last trusted lines before its code runs.

First it imports what the question names, then it says `ready`, and only then it is told the nonce,
the function and the arguments: whatever wrote before that cannot know what to write.
"""

from __future__ import annotations

import _sitebuiltins
import atexit
import builtins
import importlib
import json
import math
import os
import runpy
import signal
import sys
import threading
import traceback
import types
from typing import Any, NoReturn

MAX_DEPTH, MAX_BYTES = 50, 1 << 20
STREAMS = (
    ("stdin", 0, "r", -1, "surrogateescape"),
    ("stdout", 1, "w", -1, "surrogateescape"),
    ("stderr", 2, "w", 1, "backslashreplace"),
)
"""Name, descriptor, mode, buffering, errors: as Python opens them under C.UTF-8."""
WRECKED = 97


class Refused(Exception):
    """A result that is not plain JSON; the argument is a word the outside knows."""


def prepare() -> None:
    """What `site` would have done for scripts, without its .pth files; and the usual umask."""
    os.umask(0o022)
    for name in ("exit", "quit"):
        setattr(builtins, name, _sitebuiltins.Quitter(name, "Ctrl-D (i.e. EOF)"))


def plain(value: Any, depth: int = 0) -> Any:
    """`value` if it is made of exactly JSON's types (a tuple counts as a list)."""
    if depth > MAX_DEPTH:
        raise Refused("depth")
    kind = type(value)
    if value is None or kind in (str, int, bool):
        return value
    if kind is float:
        if not math.isfinite(value):
            raise Refused("float")
        return value
    if kind in (list, tuple):
        return [plain(item, depth + 1) for item in value]
    if kind is dict:
        if any(type(key) is not str for key in value):
            raise Refused("type")
        return {key: plain(item, depth + 1) for key, item in value.items()}
    raise Refused("type")


def answer() -> NoReturn:
    """Read what is asked from descriptor 3, do it, end this process."""
    try:
        _look_like_a_fresh_interpreter()
        question = os.fdopen(3, "rb")
        task = json.loads(question.readline())
        if "run" in task:
            question.close()
            os.close(4)
            _run(task["run"])
        _call(task["call"], question)
    finally:
        # Only if the code under test broke what the lines above need.
        os._exit(WRECKED)


def _look_like_a_fresh_interpreter() -> None:
    package = __name__.rpartition(".")[0]
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        del sys.modules[name]
    os.environ.pop("PWD", None)
    # The runner's streams were opened on other files: only new ones know that these are pipes.
    for name, fd, mode, buffering, errors in STREAMS:
        stream = open(fd, mode, buffering, encoding="utf-8", errors=errors, closefd=False)  # noqa: SIM115
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    sys.modules["__main__"] = types.ModuleType("__main__")
    sys.argv = sys.orig_argv = [""]
    sys.path = ["/repo", *(entry for entry in sys.path if entry.startswith(sys.prefix))]
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _call(module: str, question: Any) -> NoReturn:
    target: Any = None
    failure = ""
    try:
        target = importlib.import_module(module)
    except BaseException as error:
        traceback.print_exc()
        failure = type(error).__name__
    os.write(4, b"ready\n")
    asked = json.loads(question.readline())
    question.close()
    frame = {"nonce": asked["nonce"]}
    try:
        if failure:
            frame["raised"] = failure
        else:
            for name in asked["name"].split("."):
                target = getattr(target, name)
            frame["value"] = plain(target(*asked["args"]))
            if len(json.dumps(frame)) > MAX_BYTES:
                raise Refused("size")
    except Refused as refusal:
        frame = {"nonce": asked["nonce"], "refused": str(refusal)}
    except BaseException as error:
        traceback.print_exc()
        frame = {"nonce": asked["nonce"], "raised": type(error).__name__}
    data = json.dumps(frame).encode() + b"\n"
    while data:
        data = data[os.write(4, data) :]
    os._exit(0)


def _run(argv: list[str]) -> NoReturn:
    code = 0
    try:
        if argv[0] in ("python", "python3"):
            _python(argv[1:])
        else:
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            os.execvp(argv[0], argv)
    except SystemExit as end:
        code = _exit_code(end.code)
    except BaseException:
        traceback.print_exc()
        code = 1
    # os._exit comes next: what an interpreter does at its end is done by hand.
    try:
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        sys.stdout.flush()
    except BaseException:
        code = code or 120
    os._exit(code)


def _python(words: list[str]) -> None:
    """`python -m module …` and `python script …` in this very process; else a fresh one."""
    sys.orig_argv = ["python", *words]
    if len(words) > 1 and words[0] == "-m":
        sys.argv = words[1:]
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    elif words and not words[0].startswith("-"):
        sys.argv = words
        sys.path[0] = os.path.dirname(os.path.realpath(words[0]))
        runpy.run_path(words[0], run_name="__main__")
    else:
        os.execv(sys.executable, [sys.executable, "-S", "-B", *words])


def _exit_code(code: Any) -> int:
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 0xFF
    print(code, file=sys.stderr)
    return 1
