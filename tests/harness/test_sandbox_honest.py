"""What ordinary code can do in every sandbox and layout, through the public session."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from dreambench_lib.errors import DreamBenchError, NoSandbox
from dreambench_lib.harness.sandboxes import (
    SANDBOXES,
    Observation,
    SandboxSession,
    open_sandbox,
)
from dreambench_lib.harness.sandboxes.bubblewrap import LAYOUTS, Bubblewrap, best_layout
from dreambench_lib.traps.checks import Call, Run
from dreambench_lib.trees import Entry, text_tree
from tests.engine import EVERY, sandbox_of

TREE = text_tree(
    {
        "shop/__init__.py": "",
        "shop/price.py": """
            TABLE = {"a": {"b": [1, 2.5, None, True, "é\\u2028"]}}
            class Till:
                @staticmethod
                def ring(n, *more): return [n, list(more)]
            def echo(value): return value
            def size(value): return len(value)
            def pair(): return (1, "x")
            def fails(): raise KeyError("secret words")
            def opaque(): return object()
            def noisy():
                print("to stdout"); import sys; print("to stderr", file=sys.stderr)
                return "quiet"
            """.replace("\n            ", "\n"),
        "shop/__main__.py": "import sys; print('module', sys.argv[1:], sys.path[0])\n",
        "tools/report.py": """
            import sys, os, atexit, pathlib
            atexit.register(print, "last words")
            here = pathlib.Path(__file__).name
            pathlib.Path("made.txt").write_text("kept for this probe only")
            print("report", sys.argv[1:], sys.path[0], os.getcwd(), here, __name__)
            """.replace("\n            ", "\n"),
        "ends.py": "import sys\nsys.exit(int(sys.argv[1]) if len(sys.argv) > 1 else None)\n",
        "complains.py": "raise SystemExit('no')\n",
        "streams.py": """
            import sys
            for stream in (sys.stdout, sys.stderr, sys.stdin):
                assert stream.encoding == "utf-8" and not stream.isatty()
                stream.reconfigure(errors="strict")
            sys.stdout.reconfigure(encoding="utf-8", line_buffering=True)
            print("straight through é", sys.stdin.read() == "")
            """.replace("\n            ", "\n"),
        "local.py": """
            import socket, sqlite3, subprocess, sys, tempfile, zoneinfo, ctypes, decimal
            with socket.create_server(("127.0.0.1", 0)) as server:
                client = socket.create_connection(server.getsockname())
                peer, _ = server.accept()
                client.sendall(b"loopback"); print(peer.recv(10).decode())
            print(sqlite3.connect(":memory:").execute("select 6*7").fetchone())
            print(subprocess.run([sys.executable, "-c", "print('child')"], capture_output=True,
                                 text=True, check=True).stdout.strip())
            print(subprocess.run(["python", "-m", "shop", "x"], capture_output=True, text=True,
                                 check=True).stdout.strip())
            with tempfile.TemporaryFile() as file: print(file.write(b"abc"))
            """.replace("\n            ", "\n"),
        "made.py": "import os; print(os.path.exists('made.txt'), sorted(os.environ))\n",
    }
)


@pytest.fixture(scope="module", params=EVERY)
def session(request: pytest.FixtureRequest) -> Iterator[SandboxSession]:
    with sandbox_of(request.param, request).session() as opened:
        yield opened


def call(session: SandboxSession, target: str, *args: object) -> Observation:
    return session.observe(TREE, Call(target=target, args=args))


def run(session: SandboxSession, *argv: str) -> Observation:
    return session.observe(TREE, Run(argv=argv))


@pytest.mark.parametrize(
    ("target", "args", "value"),
    [
        ("shop.price:TABLE.get", ("a",), {"b": [1, 2.5, None, True, "é\u2028"]}),
        ("shop.price:Till.ring", (1, 2, 3), [1, [2, 3]]),
        ("shop.price:echo", (["\ud800 \x00", 1.5],), ["\ud800 \x00", 1.5]),
        ("shop.price:pair", (), [1, "x"]),
        ("shop.price:noisy", (), "quiet"),
        ("shop.price:size", ("x" * 500_000,), 500_000),
    ],
)
def test_a_calls_result_comes_back_as_canonical_json(
    session: SandboxSession, target: str, args: tuple[object, ...], value: object
) -> None:
    seen = call(session, target, *args)
    assert seen.status == "ok"
    assert json.loads(seen.data) == value


def test_values_of_other_types_keep_apart(session: SandboxSession) -> None:
    assert call(session, "shop.price:echo", [1, 1.0, True]).data == b"[1,1.0,true]"


def test_a_large_result_fits(session: SandboxSession) -> None:
    assert len(call(session, "shop.price:echo", "y" * 900_000).data) == 900_002


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("shop.price:fails", "raised KeyError"),
        ("shop.price:opaque", "result is not plain JSON"),
        ("shop.price:nothing", "raised AttributeError"),
        ("shop.absent:nothing", "raised ModuleNotFoundError"),
    ],
)
def test_a_failed_call_says_why_in_our_words(
    session: SandboxSession, target: str, reason: str
) -> None:
    seen = call(session, target)
    assert (seen.status, seen.reason) == ("failed", reason)


def test_scripts_run_as_scripts(session: SandboxSession) -> None:
    words = run(session, "python", "tools/report.py", "a b", "-c").data.decode()
    assert words == "report ['a b', '-c'] /repo/tools /repo report.py __main__\nlast words\n"


def test_modules_run_as_modules(session: SandboxSession) -> None:
    assert run(session, "python", "-m", "shop", "q").data == b"module ['q'] /repo\n"
    assert run(session, "python3", "-c", "print(1)").data == b"1\n"


@pytest.mark.parametrize(
    ("argv", "reason"),
    [
        (("python", "ends.py"), ""),
        (("python", "ends.py", "0"), ""),
        (("python", "ends.py", "3"), "exit status 3"),
        (("python", "complains.py"), "exit status 1"),
        (("python", "absent.py"), "exit status 1"),
        (("python", "-m", "absent"), "exit status 1"),
        (("no-such-program",), "exit status 1"),
    ],
)
def test_only_exit_status_0_counts(
    session: SandboxSession, argv: tuple[str, ...], reason: str
) -> None:
    assert run(session, *argv).reason == reason


def test_ordinary_programs_work_inside(session: SandboxSession) -> None:
    lines = run(session, "python", "local.py").data.decode().splitlines()
    assert lines == ["loopback", "(42,)", "child", "module ['x'] /repo", "3"]


def test_the_streams_are_pipes_like_any_other(session: SandboxSession) -> None:
    seen = session.observe(TREE, Run(argv=("python", "streams.py")))
    assert (seen.status, seen.data) == ("ok", "straight through é True\n".encode())


def test_what_a_probe_writes_is_gone_for_the_next(session: SandboxSession) -> None:
    run(session, "python", "tools/report.py")
    words = run(session, "python", "made.py").data
    assert words == b"False ['HOME', 'LANG', 'PATH', 'PYTHONHASHSEED']\n"


def test_sets_come_in_the_same_order_every_time(session: SandboxSession) -> None:
    code = "print(list({str(n) for n in range(50)}))"
    orders = {run(session, "python", "-c", code).data for _ in range(2)}
    with Bubblewrap().session() as other:
        orders.add(run(other, "python", "-c", code).data)
        tree = text_tree({"s.py": "def order(): return list({str(n) for n in range(50)})\n"})
        seen = other.observe(tree, Call(target="s:order"))
    orders.add(str(json.loads(seen.data)).encode() + b"\n")
    assert len(orders) == 1


def test_executables_links_and_many_trees_in_one_session(session: SandboxSession) -> None:
    for number in range(3):
        tree = {
            b"deep/er/m.py": Entry("file", f"def n(): return {number}\n".encode()),
            b"m.py": Entry("link", b"deep/er/m.py"),
            b"tool": Entry("exec", b"#!/py/bin/python3\nprint('tool')\n"),
            b"\xff\n-rf": Entry("file", b"odd name"),
        }
        assert session.observe(tree, Call(target="m:n")).data == str(number).encode()
        assert session.observe(tree, Run(argv=("./tool",))).data == b"tool\n"


def test_the_note_is_for_people(session: SandboxSession) -> None:
    assert "secret words" in call(session, "shop.price:fails").note


def test_a_session_serves_another_thread_than_the_one_that_opened_it() -> None:
    # Bubblewrap would die with the thread that started it.
    from threading import Thread

    opened: list[SandboxSession] = []
    context = Bubblewrap("runner").session()
    thread = Thread(target=lambda: opened.append(context.__enter__()))
    thread.start()
    thread.join()
    try:
        assert call(opened[0], "shop.price:pair").status == "ok"
    finally:
        context.__exit__(None, None, None)


def test_the_best_layout_works_here() -> None:
    assert best_layout() in LAYOUTS


def test_sandboxes_by_name_and_by_path() -> None:
    for path in ("bubblewrap", SANDBOXES["bubblewrap"]):
        assert open_sandbox(path).identity() == "bubblewrap/1"
    with pytest.raises(DreamBenchError, match="did you mean 'bubblewrap'"):
        open_sandbox("bublewrap")
    with pytest.raises(DreamBenchError, match="check the path"):
        open_sandbox("nowhere.at.all:Box")


def test_without_bubblewrap_one_sentence_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from dreambench_lib.harness.sandboxes import inventory

    inventory.bwrap.cache_clear()
    monkeypatch.setattr(inventory.shutil, "which", lambda *_, **__: None)
    with pytest.raises(NoSandbox, match="apt install bubblewrap"), Bubblewrap("runner").session():
        pass
    inventory.bwrap.cache_clear()
