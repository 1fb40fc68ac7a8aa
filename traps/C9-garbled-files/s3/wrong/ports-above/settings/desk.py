"""The settings of the freight desk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from . import report
from .kinds import DURATION, FLAG, NAMES, SIZE, TEXT, between, choice
from .layers import Layer, from_environment, from_overrides, from_text
from .merge import Effective, resolve
from .schema import Field, Schema

SCHEMA = Schema(
    [
        Field("server.host", TEXT, "127.0.0.1", "address to listen on"),
        Field("server.port", between(1024, 65535), 8080, "port to listen on"),
        Field("server.workers", between(1, 64), 4, "worker processes"),
        Field("storage.path", TEXT, "/var/lib/freight", "folder of the documents"),
        Field("storage.pool", TEXT, "", "pool that holds the database"),
        Field("storage.quota", SIZE, "1GiB", "most that one customer may store"),
        Field("mail.host", TEXT, "", "relay for outgoing mail; empty sends none"),
        Field("mail.sender", TEXT, "desk@example.org", "sender of outgoing mail"),
        Field("mail.password", TEXT, "", "password at the relay", secret=True),
        Field("jobs.interval", DURATION, "5m", "pause between two runs"),
        Field("jobs.retries", between(0, 10), 3, "attempts before a job is parked"),
        Field("jobs.kinds", NAMES, "import,labels", "jobs that this desk runs"),
        Field("log.level", choice("debug", "info", "warning", "error"), "info", "least level"),
        Field("log.colour", FLAG, False, "colour in the terminal"),
    ]
)


def resolve_layers(layers: Iterable[Layer]) -> Effective:
    """The effective settings of the desk from its layers, lowest first."""
    return resolve(SCHEMA, layers)


def load(
    text: str = "",
    environ: Mapping[str, str] | None = None,
    overrides: Iterable[str] = (),
) -> Effective:
    """The effective settings from TOML text, environment and overrides."""
    layers = [from_text(text), from_environment(environ or {}), from_overrides(overrides)]
    return resolve_layers(layers)


def values(text: str = "", overrides: Iterable[str] = ()) -> dict[str, object]:
    """The plain values by path."""
    return dict(load(text, overrides=overrides).values)


def problems(text: str = "", overrides: Iterable[str] = ()) -> list[str]:
    """The problems of a settings text, one line each."""
    return report.problems(load(text, overrides=overrides))
