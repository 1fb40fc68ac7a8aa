"""A workspace on disk for agents that use git: one squashed commit, nobody's name, no past.

The objects come straight from the tree's bytes (`git fast-import` applies no filter, attribute or
ignore rule), so the commit is the same on every machine and holds exactly the tree.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from ..errors import NoSandbox
from ..trees import Kind, Tree
from ..walk import write_tree

AUTHOR = "developer <developer@example.com>"
WHEN = "1767225600 +0000"
"""The date of the commit, 2026-01-01: no clock of ours."""
MESSAGE = "Initial state"
BRANCH = "main"
MODES: dict[Kind, bytes] = {"file": b"100644", "exec": b"100755", "link": b"120000"}
CONFIG = """\
[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = false
\tlogallrefupdates = false
"""


def materialise(tree: Tree, folder: Path) -> str:
    """Write `tree` into the empty `folder` with a git history of one commit; returns its id.

    Raises:
        OddTree: before anything is written, if the tree cannot be written to a disk.
        NoSandbox: without git.
    """
    git = shutil.which("git")
    if git is None:
        raise NoSandbox("git is not installed, but this agent works in a repository: install git")
    write_tree(tree, folder)
    store = folder / ".git"
    for name in ("objects/pack", "refs/heads"):
        (store / name).mkdir(parents=True)
    (store / "config").write_text(CONFIG, encoding="utf-8")
    (store / "HEAD").write_text(f"ref: refs/heads/{BRANCH}\n", encoding="utf-8")
    _git(git, folder, ["fast-import", "--quiet", "--force"], b"".join(_stream(tree)))
    _git(git, folder, ["read-tree", "HEAD"])
    # The index then knows the files' times, so that `git status` need not read them all.
    _git(git, folder, ["update-index", "-q", "--refresh"])
    return _git(git, folder, ["rev-parse", "HEAD"]).decode().strip()


def _stream(tree: Tree) -> Iterator[bytes]:
    yield f"commit refs/heads/{BRANCH}\ncommitter {AUTHOR} {WHEN}\n".encode()
    yield _data(MESSAGE.encode() + b"\n")
    for path, entry in sorted(tree.items()):
        yield b"M %s inline %s\n" % (MODES[entry.kind], _quoted(path)) + _data(entry.data)
    yield b"done\n"


def _data(content: bytes) -> bytes:
    return b"data %d\n%s\n" % (len(content), content)


def _quoted(path: bytes) -> bytes:
    """A path as git quotes it: whatever is not plain, in octal."""
    plain = (
        bytes([byte]) if 32 <= byte < 127 and byte not in b'"\\' else b"\\%03o" % byte
        for byte in path
    )
    return b'"' + b"".join(plain) + b'"'


def _git(git: str, folder: Path, words: list[str], stdin: bytes = b"") -> bytes:
    # None of the user's settings, hooks or helpers.
    environment = {
        "PATH": os.defpath,
        "HOME": "/nonexistent",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_DIR": str(folder / ".git"),
        "GIT_WORK_TREE": str(folder),
        "LC_ALL": "C",
    }
    done = subprocess.run(
        [git, *words], cwd=folder, env=environment, input=stdin, capture_output=True, check=True
    )
    return done.stdout
