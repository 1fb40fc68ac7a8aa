"""Fixtures that every room's tests may use."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.engine import answers, own_engine, with_image


@pytest.fixture(scope="session")
def engine() -> Iterator[str]:
    """An engine with the sandbox's image at DOCKER_HOST; its value is that variable's."""
    with pytest.MonkeyPatch.context() as patch:
        if answers():
            with_image()
            yield ""
            return
        with own_engine() as own:
            patch.setenv("DOCKER_HOST", own.host)
            with_image()
            yield own.host
