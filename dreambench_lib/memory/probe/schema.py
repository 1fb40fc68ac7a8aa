"""The database of one namespace: its tables, and the triggers that keep evidence as it is."""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import closing, suppress
from functools import cache
from pathlib import Path

from dreambench_lib.memory.probe.faults import (
    ForeignNamespace,
    OtherSchema,
    StoreRefused,
    TwoWriters,
)

VERSION = 2
FILE = "memory.sqlite"

_APPEND_ONLY = ("episodes", "capsules", "history", "faults")
"""Rows of these can be added and nothing else."""

_TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE clock (tick INTEGER NOT NULL, slept INTEGER NOT NULL);
INSERT INTO clock VALUES (0, 0);
CREATE TABLE episodes (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL);
CREATE TABLE capsules (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL);
CREATE TABLE items (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, evidence TEXT NOT NULL,
    status TEXT NOT NULL, body TEXT NOT NULL);
CREATE TABLE history (seq INTEGER PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE faults (seq INTEGER PRIMARY KEY, tick INTEGER NOT NULL, operator TEXT NOT NULL,
    kind TEXT NOT NULL, detail TEXT NOT NULL);
CREATE TABLE held (seq INTEGER PRIMARY KEY, sources TEXT NOT NULL UNIQUE);
CREATE TRIGGER items_stay BEFORE DELETE ON items
    BEGIN SELECT RAISE(ABORT, 'items are deleted softly: set their status'); END;
CREATE TRIGGER items_evidence BEFORE UPDATE OF seq, id, evidence ON items
    BEGIN SELECT RAISE(ABORT, 'evidence and fact of an item cannot be changed'); END;
CREATE TRIGGER clock_runs BEFORE UPDATE ON clock
    WHEN NEW.tick < OLD.tick OR NEW.slept < OLD.slept
    BEGIN SELECT RAISE(ABORT, 'the clock only runs forward'); END;
"""
_GUARD = """
CREATE TRIGGER {0}_fixed BEFORE UPDATE ON {0}
    BEGIN SELECT RAISE(ABORT, '{0} are append-only'); END;
CREATE TRIGGER {0}_kept BEFORE DELETE ON {0}
    BEGIN SELECT RAISE(ABORT, '{0} are append-only'); END;
"""
# INSERT OR REPLACE deletes without asking the delete trigger.
_NO_REPLACE = """
CREATE TRIGGER {0}_once BEFORE INSERT ON {0}
    WHEN EXISTS (SELECT 1 FROM {0} WHERE {1} seq = NEW.seq)
    BEGIN SELECT RAISE(ABORT, '{0} are append-only'); END;
"""


def connect(folder: Path, namespace: str) -> sqlite3.Connection:
    """Open the store of `namespace` in `folder`, or make it; one writer at a time.

    Raises:
        TwoWriters: It is open elsewhere.
        ForeignNamespace: It is another namespace's.
        OtherSchema: It is of another version.
    """
    path = folder / FILE
    if not folder.is_dir():
        raise StoreRefused(f"{folder} is no folder: make it before a store is opened in it")
    if not path.exists():
        _lay(path)
    database = sqlite3.connect(path, timeout=0, isolation_level=None)
    try:
        # The lock is taken by the first transaction and kept until the connection closes. Only a
        # power cut could lose anything, and a cell that one cut short is run anew.
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("PRAGMA journal_mode = TRUNCATE")
        database.execute("PRAGMA synchronous = OFF")
        database.execute("BEGIN EXCLUSIVE")
        if not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            _make(database)
        ours = database.execute("PRAGMA user_version").fetchone()[0] == VERSION
        if ours and not database.execute("SELECT count(*) FROM meta").fetchone()[0]:
            rows = [("schema", str(VERSION)), ("namespace", namespace)]
            database.executemany("INSERT INTO meta VALUES (?, ?)", rows)
        _check(database, namespace)
        database.execute("COMMIT")
    except sqlite3.OperationalError as fault:
        database.close()
        if "locked" not in str(fault):
            raise OtherSchema(f"{path} cannot be used as a store: {fault}") from None
        raise TwoWriters(
            f"namespace {namespace!r} is open in another memory: one writer at a time"
        ) from None
    except sqlite3.DatabaseError as fault:
        database.close()
        raise OtherSchema(f"{path} is no store of ours ({fault}): use an empty folder") from None
    except BaseException:
        database.close()
        raise
    return database


def _lay(path: Path) -> None:
    """Put an empty store there, whole at once; without links `connect` makes it instead."""
    new = path.with_name(f".new-{os.getpid()}-{threading.get_ident()}")
    with suppress(OSError):
        new.write_bytes(_blank())
        os.link(new, path)
    new.unlink(missing_ok=True)


@cache
def _blank() -> bytes:
    """A store without a namespace: its statements cost more than all else of opening one."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        _make(made)
        return made.serialize()


def _make(database: sqlite3.Connection) -> None:
    script = f"PRAGMA user_version = {VERSION};\n{_TABLES}" + "".join(
        _GUARD.format(name) for name in _APPEND_ONLY
    )
    for name in (*_APPEND_ONLY, "items"):
        same = "id = NEW.id OR" if name in ("episodes", "capsules", "items") else ""
        script += _NO_REPLACE.format(name, same)
    statement = ""
    for line in script.splitlines():  # `executescript` would end our transaction
        statement += line + "\n"
        if sqlite3.complete_statement(statement):
            database.execute(statement)
            statement = ""


def _check(database: sqlite3.Connection, namespace: str) -> None:
    meta = dict(database.execute("SELECT key, value FROM meta"))
    if meta.get("schema") != str(VERSION):
        raise OtherSchema(
            f"the store is of schema {meta.get('schema')!r}, this program writes {VERSION}: "
            "use an empty folder"
        )
    if meta.get("namespace") != namespace:
        raise ForeignNamespace(
            f"the store belongs to namespace {meta.get('namespace')!r}, not to {namespace!r}: "
            "nothing is shared between namespaces"
        )
