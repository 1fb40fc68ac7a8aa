"""The command line, called as a user calls it but in this process."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from dreambench_lib.cli import main


class Result(NamedTuple):
    """What a command printed and returned."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Call = Callable[..., Result]


@pytest.fixture
def dreambench(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Call `dreambench` with words; returns exit code, standard output and standard error."""

    def call(*words: object) -> Result:
        monkeypatch.setattr("sys.argv", ["dreambench", *map(str, words)])
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
        out, err = capsys.readouterr()
        return Result(code, out, err)

    return call
