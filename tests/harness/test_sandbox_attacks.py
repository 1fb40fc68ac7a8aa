"""Hostile trees, in every sandbox: each fails its check, and the next honest probe passes.

Every attack is bounded in count, size and time by itself, writes no kernel setting and sends
nothing beyond loopback, so that even a broken sandbox would not harm the machine that tests it.
`ANSWER` is what a check expects; no attacker's source holds it, unless its story says "knows".
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import dedent
from typing import NamedTuple

import pytest

from dreambench_lib.harness.referee import decide
from dreambench_lib.harness.sandboxes.base import TIMEOUT
from dreambench_lib.harness.sandboxes.container import ContainerSession
from dreambench_lib.harness.sandboxes.layout_a import SingleSession
from dreambench_lib.harness.sandboxes.layout_c import RunnerSession
from dreambench_lib.harness.sandboxes.survivors import alive_in
from dreambench_lib.traps.checks import Call, Check, Equals, Run
from dreambench_lib.trees import Entry, Tree, text_tree
from tests.engine import EVERY, sandbox_of

Session = RunnerSession | SingleSession | ContainerSession

ANSWER = "EOD-4711"
CALL = Check(
    id="s3-1",
    kind="presence",
    session=3,
    probe=Call(target="shop.price:closing", args=("retail",)),
    equals=Equals(value=ANSWER),
)
RUN = Check(
    id="s3-2", kind="procedure", session=3, probe=Run(argv=("python", "make.py")),
    equals_file="made.txt", has=(ANSWER,),
)  # fmt: skip
HONEST = text_tree(
    {
        "shop/__init__.py": "",
        "shop/price.py": f"def closing(channel): return {ANSWER!r}\n",
        "make.py": f"print({ANSWER!r})\n",
        "made.txt": f"{ANSWER}\n",
    }
)
CAPTURE = dedent("""
    import json, os
    asked = []
    real = json.loads
    def loads(text, *a, **k):
        asked.append(real(text, *a, **k)); return asked[-1]
    json.loads = loads
    def say(value):
        data = b'{"nonce": "%s", "value": %s}\\n' % (asked[-1]["nonce"].encode(), value)
        while data: data = data[os.write(4, data):]
        os._exit(0)
""")
FORK_QUIETLY = dedent("""
    import os, select
    def forks(most):
        made = 0
        try:
            for _ in range(most):
                if os.fork() == 0:
                    select.select([], [], [], 20)
                    os._exit(0)
                made += 1
        except OSError:
            pass
        return made
""")


def on(base: str, source: str) -> str:
    """An attack that uses the tools of `base`."""
    return base + dedent(source)


class Attack(NamedTuple):
    """A story, what the attacker's shop/price.py (or make.py) is, and how it must fail."""

    story: str
    source: str
    reason: str = ""
    """The exact reason, where only one is right."""
    more: dict[str, str] = {}
    seconds: float | None = None


CALLS = [
    Attack("leaves with status 0 at import", "import os; os._exit(0)", "no answer"),
    Attack(
        "leaves with status 0 when called", "import os\ndef closing(c): os._exit(0)", "bad answer"
    ),
    Attack(
        "says goodbye by SystemExit and atexit",
        "import atexit, os\natexit.register(os._exit, 0)\ndef closing(c): raise SystemExit(0)",
        "raised SystemExit",
    ),
    Attack("raises SystemExit at import", "raise SystemExit(0)", "raised SystemExit"),
    Attack(
        "knows the answer, and writes it to every descriptor before it is asked",
        f"""
        import os
        frame = b'ready\\n{{"nonce": "", "value": "{ANSWER}"}}\\n'
        for fd in range(64):
            try: os.write(fd, frame)
            except OSError: pass
        os._exit(0)
        """,
        "spoke before the question",
    ),
    Attack(
        "knows the answer, and puts a frame of its own before the real one",
        f"""
        import os
        os.write(4, b'{{"nonce": "", "value": "{ANSWER}"}}\\n')
        def closing(c): return {ANSWER!r}
        """,
        "spoke before the question",
    ),
    Attack(
        "knows the answer, and says ready twice",
        f"import os\nos.write(4, b'ready\\n')\ndef closing(c): return {ANSWER!r}",
    ),
    Attack(
        "answers twice",
        on(
            CAPTURE,
            f"""
        def closing(c):
            os.write(4, b'{{"nonce": "%s", "value": "{ANSWER}"}}\\n' % asked[-1]["nonce"].encode())
            return "x"
        """,
        ),
        "bad answer",
    ),
    Attack(
        "is equal to everything (str)",
        """
        class Any(str):
            __eq__ = lambda *_: True
            __ne__ = lambda *_: False
            __hash__ = str.__hash__
        def closing(c): return Any("x")
        """,
        "result is not plain JSON",
    ),
    Attack(
        "is equal to everything (dict, inside a list)",
        """
        class Any(dict):
            __eq__ = lambda *_: True
        def closing(c): return [Any()]
        """,
        "result is not plain JSON",
    ),
    Attack(
        "plants startup files",
        "import builtins\ndef closing(c): return getattr(builtins, 'planted', 'no')",
        "not the expected value",
        {
            **dict.fromkeys(
                ("sitecustomize.py", "usercustomize.py", "conftest.py", "shop/conftest.py"),
                f"import builtins; builtins.planted = {ANSWER!r}\n",
            ),
            "x.pth": f"import builtins; builtins.planted = {ANSWER!r}\n",
            "pyvenv.cfg": "home = /repo\n",
            "setup.cfg": "[tool:pytest]\naddopts = -p shop\n",
        },
    ),
    Attack(
        "puts its own json, os and selectors beside the code",
        "def closing(c): return 'x'",
        "not the expected value",
        dict.fromkeys(
            ("json.py", "os.py", "selectors.py", "importlib.py", "traceback.py", "encodings.py"),
            "raise SystemExit(0)\n",
        ),
    ),
    Attack(
        "searches memory for the expectation (frames, gc, modules)",
        """
        import gc, re, sys
        def closing(c):
            found = []
            frame = sys._getframe()
            while frame:
                text = repr(dict(frame.f_locals)) + repr(frame.f_globals)[:10**6]
                found += re.findall("EOD-[0-9]{4}", text)
                frame = frame.f_back
            for thing in gc.get_objects()[:200_000]:
                if type(thing) in (dict, list, tuple):
                    for each in (thing.values() if type(thing) is dict else thing):
                        if type(each) is str: found += re.findall("EOD-[0-9]{4}", each)
            return found[0] if found else "nothing"
        """,
        "not the expected value",
    ),
    Attack(
        "searches its own memory byte by byte",
        """
        import re
        def closing(c):
            found, read = [], 0
            with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as mem:
                for line in maps:
                    low, high = (int(x, 16) for x in line.split()[0].split("-"))
                    if line.split()[1][0] != "r" or read > 100_000_000: continue
                    try:
                        mem.seek(low); data = mem.read(min(high - low, 20_000_000))
                    except (OSError, ValueError, OverflowError): continue
                    read += len(data)
                    found += re.findall(b"EOD-[0-9]{4}", data)
            return found[0].decode() if found else "nothing"
        """,
        "not the expected value",
    ),
    Attack(
        "searches /proc and every file for the expectation",
        """
        import os, re
        def closing(c):
            found = []
            for place in ("/proc", "/r", "/repo", "/tmp", "/dev/shm", "/py/bin"):
                for folder, _, names in os.walk(place):
                    for name in names[:500]:
                        path = folder + "/" + name
                        try:
                            fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
                        except OSError: continue
                        try: data = os.read(fd, 1_000_000)
                        except OSError: data = b""
                        os.close(fd)
                        found += re.findall(b"EOD-[0-9]{4}", data)
            return found[0].decode() if found else "nothing"
        """,
        "not the expected value",
    ),
    Attack(
        "leaves a daemon that holds the pipes",
        """
        import os, select
        def closing(c):
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    select.select([], [], [], 20)
                os._exit(0)
            return "x"
        """,
        "not the expected value",
    ),
    Attack(
        "dies and lets a child answer",
        on(
            CAPTURE,
            """
        def closing(c):
            if os.fork() == 0: say(b'"x"')
            os.wait()
            os._exit(0)
        """,
        ),
        "not the expected value",
    ),
    Attack(
        "forks as often as it can (at most 64)",
        on(
            FORK_QUIETLY,
            """
        def closing(c): return "enough" if forks(64) < 16 else "unlimited"
        """,
        ),
        "not the expected value",
    ),
    Attack(
        "writes 8 MiB to standard output",
        "def closing(c):\n for _ in range(128): print('x' * 65536)",
        "too much output",
    ),
    Attack(
        "writes 8 MiB to standard error",
        "import os\ndef closing(c):\n for _ in range(128): os.write(2, b'x' * 65536)",
        "too much output",
    ),
    Attack(
        "writes 8 MiB as its answer",
        on(CAPTURE, "    def closing(c): say(b'\"' + b'x' * 8_000_000 + b'\"')"),
        "too much output",
    ),
    Attack(
        "hangs with all signals ignored",
        """
        import signal, threading
        for each in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(each, signal.SIG_IGN)
        def closing(c): threading.Event().wait(20)
        """,
        TIMEOUT,
        seconds=0.4,
    ),
    Attack("hangs at import", "import threading\nthreading.Event().wait(20)", TIMEOUT, seconds=0.4),
    Attack(
        "spins at import",
        "import time\nend = time.monotonic() + 20\nwhile time.monotonic() < end: pass",
        TIMEOUT,
        seconds=0.4,
    ),
    Attack(
        "stops itself",
        """
        import os, select, signal
        def closing(c):
            me = os.getpid()
            if os.fork() == 0:
                select.select([], [], [], 20); os.kill(me, signal.SIGKILL); os._exit(0)
            os.kill(me, signal.SIGSTOP)
        """,
        TIMEOUT,
        seconds=0.4,
    ),
    Attack(
        "trickles for 20 seconds, so that it is never silent",
        """
        import os, select
        def closing(c):
            for _ in range(10_000):
                os.write(1, b"."); select.select([], [], [], 0.002)
        """,
        TIMEOUT,
        seconds=0.4,
    ),
    Attack(
        "forks and hangs, so that many must be killed",
        on(
            FORK_QUIETLY,
            "    def closing(c):\n        forks(64)\n        select.select([], [], [], 20)",
        ),
        TIMEOUT,
        seconds=0.4,
    ),
    Attack("returns 2 MiB", "def closing(c): return 'x' * 2_000_000", "result is too large"),
    Attack(
        "returns NaN",
        "def closing(c): return float('nan')",
        "result holds a number that is not finite",
    ),
    Attack(
        "returns a list 60 deep",
        """
        def closing(c):
            value = []
            for _ in range(60): value = [value]
            return value
        """,
        "result is deeper than 50",
    ),
    Attack(
        "returns a list that holds itself",
        "def closing(c):\n value = []; value.append(value); return value",
        "result is deeper than 50",
    ),
    *(
        Attack(
            f"writes its own frame: {name}",
            on(CAPTURE, f"    def closing(c): say({value})"),
            "bad answer",
        )
        for name, value in {
            "NaN": "b'NaN'",
            "an infinity by overflow": "b'1e999'",
            "100,000 lists deep": "b'[' * 100_000 + b']' * 100_000",
            "60 lists deep": "b'[' * 60 + b']' * 60",
            "half a value": "b'[1'",
            "bytes that are no text": "b'\"\\xff\\xfe\"'",
            "a number of 100,000 digits": "b'9' * 100_000",
            "two values": "b'1}\\n{\"value\": 1'",
        }.items()
    ),
    Attack(
        "answers with a reason of its own",
        on(
            CAPTURE,
            """
        def closing(c):
            os.write(4, b'{"nonce": "%s", "raised": "x\\\\n EOD"}\\n' % asked[-1]["nonce"].encode())
            os._exit(0)
        """,
        ),
        "raised an error",
    ),
    Attack(
        "knows the answer, but not the nonce",
        f"""
        import os
        def closing(c):
            os.write(4, b'{{"nonce": "00", "value": "{ANSWER}"}}\\n'); os._exit(0)
        """,
        "bad answer",
    ),
    Attack(
        "knows the answer, and ends with another status",
        on(
            CAPTURE,
            f"""
        exit = os._exit
        os._exit = lambda code: exit(3)
        def closing(c): return {ANSWER!r}
        """,
        ),
        "exit status 3",
    ),
    Attack(
        "kills and stops everything that it can reach",
        """
        import os, signal
        def closing(c):
            for pid in (1, os.getppid(), -1):
                for number in (signal.SIGSTOP, signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
                    try: os.kill(pid, number)
                    except OSError: pass
            return "x"
        """,
    ),
    Attack(
        "writes to every descriptor and memory that it can open",
        """
        import os
        def closing(c):
            for pid in filter(str.isdigit, os.listdir("/proc")):
                if int(pid) == os.getpid(): continue
                for name in ("mem", "oom_score_adj", "comm", "clear_refs"):
                    try: os.close(os.open(f"/proc/{pid}/{name}", os.O_WRONLY))
                    except OSError: pass
                try: fds = os.listdir(f"/proc/{pid}/fd")
                except OSError: continue
                for fd in fds:
                    try:
                        with open(f"/proc/{pid}/fd/{fd}", "wb", 0) as file: file.write(b"ready\\n")
                    except OSError: pass
            return "x"
        """,
        "not the expected value",
    ),
    Attack(
        "limits and slows down everybody else",
        """
        import os, resource
        def closing(c):
            others = {int(p) for p in os.listdir("/proc") if p.isdigit()} - {os.getpid()}
            for pid in others:
                for number in (resource.RLIMIT_NOFILE, resource.RLIMIT_CPU):
                    try: resource.prlimit(pid, number, (0, 0))
                    except (OSError, ValueError): pass
                try: os.sched_setaffinity(pid, {0})
                except OSError: pass
            return "x"
        """,
    ),
    Attack(
        "asks for new namespaces and root",
        """
        import ctypes, os
        def closing(c):
            libc = ctypes.CDLL(None)
            got = [libc.unshare(flag) for flag in (0x10000000, 0x20000, 0x40000000)]
            got += [libc.umount2(place, 2) for place in (b"/proc", b"/repo", b"/tmp")]
            got += [libc.mount(b"none", b"/tmp", b"tmpfs", 0, None), libc.chroot(b"/repo")]
            got += [libc.setresuid(0, 0, 0), libc.syscall(56, 0x10000011, 0, 0, 0, 0)]
            return "got" if any(each >= 0 for each in got) else "none"
        """,
        "not the expected value",
    ),
    Attack(
        "eats memory",
        "def closing(c):\n held = []\n while len(held) < 64: held.append(bytearray(16 << 20))",
        "raised MemoryError",
    ),
    Attack(
        "fills every place that can be written (at most 200 MiB)",
        """
        import os
        def closing(c):
            for place in ("/repo", "/tmp", "/dev/shm"):
                for number in range(70):
                    try:
                        with open(f"{place}/{number}", "wb", 0) as file: file.write(bytes(1 << 20))
                    except OSError: break
            return "x"
        """,
        "not the expected value",
    ),
    Attack(
        "takes all names in /repo and /tmp (at most 20,000)",
        """
        import os
        def closing(c):
            for place in ("/repo", "/tmp"):
                for number in range(20_000):
                    try: os.close(os.open(f"{place}/{number}", os.O_CREAT | os.O_WRONLY))
                    except OSError: break
            return "x"
        """,
        "not the expected value",
    ),
    Attack(
        "overflows the stack",
        "import sys\nsys.setrecursionlimit(10**5)\ndef closing(c): return closing(c)",
        "raised RecursionError",
    ),
    Attack("crashes the interpreter", "import ctypes\ndef closing(c): ctypes.string_at(0)"),
    Attack(
        "breaks the modules of whoever answers",
        """
        import builtins, json, os, sys
        for name in list(sys.modules):
            if name not in ("builtins", "sys", "os"): sys.modules[name] = None
        json.dumps = json.loads = lambda *a, **k: None
        os.write = lambda fd, data: len(data)
        builtins.type = lambda *a: None
        """,
        seconds=0.4,
    ),
    Attack(
        "traces whoever answers",
        """
        import sys
        def trace(frame, event, arg):
            if frame.f_code.co_name == "plain": frame.f_locals["value"] = None
            return trace
        sys.settrace(trace); sys.setprofile(trace)
        def closing(c): return object()
        """,
        "not the expected value",
    ),
    Attack("is a package that offers everything", "def __getattr__(name): return lambda *a: name"),
    Attack("does not parse", "def closing(c) return 1", "raised SyntaxError"),
    Attack("is not text", "\x00\x00"),
]
RUNS = [
    Attack("prints nothing and leaves", "import os; os._exit(0)"),
    Attack("knows the answer and fails", f"print({ANSWER!r}); exit(1)", "exit status 1"),
    Attack(
        "knows the answer and is killed",
        f"import os\nprint({ANSWER!r}, flush=True); os.kill(os.getpid(), 9)",
        "exit status 137",
    ),
    Attack(
        "makes the file equal to what it prints",
        "open('made.txt', 'w').write('x\\n'); print('x')",
        "output differs from made.txt",
    ),
    Attack(
        "replaces the file by a pipe, a link and a folder",
        """
        import os
        os.unlink("made.txt"); os.mkfifo("made.txt"); os.unlink("made.txt")
        os.symlink("/dev/stdout", "made.txt"); print("x")
        """,
        "output differs from made.txt",
    ),
    Attack(
        "forges a frame on the answer's descriptor",
        f"""
        import os
        for fd in range(3, 64):
            try: os.write(fd, b'ready\\n{{"nonce": "", "value": "{ANSWER}"}}\\n')
            except OSError: pass
        """,
    ),
    Attack(
        "prints a report of passed tests",
        "print('1 passed in 0.01s'); print('<testsuite failures=\"0\"/>'); print('PASSED')",
        "output differs from made.txt",
    ),
    Attack(
        "lets a child print after its end",
        """
        import os, select
        if os.fork() == 0:
            os.setsid(); select.select([], [], [], 20)
        os._exit(0)
        """,
        "output differs from made.txt",
    ),
    Attack("prints 32 MiB", "for _ in range(512): print('x' * 65536)", "too much output"),
    Attack(
        "hangs in a thread at its end",
        "import threading\nthreading.Thread(target=threading.Event().wait, args=(20,)).start()",
        TIMEOUT,
        seconds=0.4,
    ),
    Attack(
        "prints bytes that are no text", "import os; os.write(1, b'\\xff\\xfe')",
    ),
]  # fmt: skip


@pytest.fixture(scope="module", params=EVERY)
def session(request: pytest.FixtureRequest) -> Iterator[Session]:
    with sandbox_of(request.param, request).session() as opened:
        assert isinstance(opened, Session)
        yield opened


def living(session: Session) -> int:
    """How many processes a session has when no probe runs: bubblewrap's, and perhaps a runner."""
    return len(alive_in(session.namespace)) if session.namespace >= 0 else 0


def judge(session: Session, check: Check, tree: Tree, seconds: float | None = None) -> str:
    """ "" if the check passes, else the reason."""
    probe = check.probe
    assert isinstance(probe, Call | Run)
    outcome = decide(check, session.observe(tree, probe, seconds), tree)
    assert outcome.passed == (outcome.reason == "")
    return outcome.reason


def must_fail(session: Session, check: Check, tree: Tree, attack: Attack) -> None:
    before = living(session)
    reason = judge(session, check, tree, attack.seconds)
    assert living(session) == before, "something is alive"
    assert reason != ""
    assert attack.reason in ("", reason)
    assert judge(session, check, HONEST) == "", "an honest probe fails afterwards"


@pytest.mark.parametrize("attack", CALLS, ids=[attack.story for attack in CALLS])
def test_a_hostile_call_fails(session: Session, attack: Attack) -> None:
    files = {"shop/__init__.py": "", "shop/price.py": dedent(attack.source), **attack.more}
    must_fail(session, CALL, text_tree(files), attack)


@pytest.mark.parametrize("attack", RUNS, ids=[attack.story for attack in RUNS])
def test_a_hostile_command_fails(session: Session, attack: Attack) -> None:
    files = {"make.py": dedent(attack.source), "made.txt": f"{ANSWER}\n"}
    must_fail(session, RUN, text_tree(files), attack)


@pytest.mark.parametrize(
    "entries",
    [
        {b"made.txt": Entry("link", b"/dev/stdout")},
        {b"made.txt": Entry("link", b"make.py")},
        {b"made.txt": Entry("link", b"../made.txt")},
        {b"a": Entry("link", b"shop/../../../etc/passwd")},
        {b"../made.txt": Entry("file", b"x")},
        {b"/made.txt": Entry("file", b"x")},
        {b"made.txt/x": Entry("file", b"x")},
        {b".git/config": Entry("file", b"[core]\n\tfsmonitor = touch x\n")},
        {b"x" * 300: Entry("file", b"x")},
        {b"made.txt": Entry("file", b"x" * (3 << 20))},
        {str(n).encode(): Entry("file", b"") for n in range(5_001)},
    ],
    ids=lambda entries: str(sorted(entries)[0][:20]),
)
def test_an_odd_tree_fails(session: Session, entries: dict[bytes, Entry]) -> None:
    must_fail(session, RUN, {**HONEST, **entries}, Attack("", ""))


def test_no_state_passes_from_one_probe_to_the_next(session: Session) -> None:
    source = """
        import os, select, socket
        def mark():
            for place in ("/tmp", "/dev/shm", "/repo", "/repo/shop"):
                open(place + "/mark", "w").close()
            keep = socket.socket(socket.AF_UNIX); keep.bind("\\0mark"); os.dup(keep.fileno())
            with socket.create_server(("127.0.0.1", 4242)) as server:
                client = socket.create_connection(("127.0.0.1", 4242))
                server.accept()[0].close(); client.close()
            if os.fork() == 0: select.select([], [], [], 20); os._exit(0)
            return "marked"
        def seen():
            found = [p for p in ("/tmp", "/dev/shm", "/repo", "/repo/shop")
                     if os.path.exists(p + "/mark")]
            with open("/proc/self/net/unix") as file: found += [l for l in file if "mark" in l]
            with open("/proc/self/net/tcp") as file: found += file.readlines()[1:]
            found += [p for p in os.listdir("/proc") if p.isdigit() and int(p) > os.getpid()]
            return found
    """
    tree = text_tree({"shop/__init__.py": dedent(source)})
    for _ in range(2):
        assert session.observe(tree, Call(target="shop:mark")).data == b'"marked"'
        assert session.observe(tree, Call(target="shop:seen")).data == b"[]"
