"""Trying by hand what hosting does twice a minute."""

from __future__ import annotations

from typing import Any

from . import app, watch


def rehearse() -> dict[str, Any]:
    """Status and body with which we answer."""
    answer = app.answer({"target": watch.path()})
    return {"status": answer["status"], "body": answer["body"]}
