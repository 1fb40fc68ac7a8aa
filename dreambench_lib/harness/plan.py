"""The plan of a run: everything that decides an outcome, frozen before the first cell."""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import (
    Field,
    SerializerFunctionWrapHandler,
    ValidationError,
    field_validator,
    model_serializer,
)

from ..agents.cli.given import taken_in
from ..agents.digests import words_digest
from ..agents.table import needs_model as agent_needs_model
from ..agents.table import programs
from ..apart import need
from ..canonical import sha256
from ..errors import BadInput, unknown
from ..memory.conditions import condition, needs
from ..models import Endpoint
from ..records import Budget, CellKey, Record
from ..traps.keys import fresh_key, parse_key
from ..traps.load import ROOT, load_traps
from ..traps.pressure import Dials
from ..traps.template import Template
from ..traps.variants import versions
from .trap_set import trap_set_digest


class Plan(Record):
    """A frozen plan. `digest` changes with anything that could change an outcome."""

    conditions: tuple[str, ...] = Field(min_length=1)
    agents: tuple[str, ...] = Field(min_length=1)
    traps: tuple[str, ...] = Field(min_length=1)
    seeds: tuple[int, ...] = Field(min_length=1)
    budget: Budget = Budget()
    timeout: float = Field(default=60.0, gt=0)
    """Seconds a session's checks may take in all."""
    sandbox: str = "bubblewrap"
    trap_set: str
    """Digest over templates and fixtures (and how they are minted and judged)."""
    commitment: str
    """SHA-256 of the run key; the key itself is revealed when the run is sealed."""
    pressure: int = 0
    distractors: int = 0
    preregistration: str = ""
    """SHA-256 of the frozen plan of analysis that the run carries; empty without one."""
    model: Endpoint | None = None
    """What works in agents; None where no agent asks a model."""
    prompts: str = ""
    """SHA-256 over what agents are told and how commands are run, where the run has a model."""
    templates: tuple[tuple[str, str], ...] = ()
    """Users' own templates of agents that are commands: the agent's name, and the text."""
    cell_tokens: int | None = Field(default=None, ge=1)
    """Tokens that one cell may use of all its models; an agent that uses them up has failed."""
    memory_model: Endpoint | None = None
    """What conditions that need a model ask; its key stays in the environment."""
    attempts: Literal["", "first record"] = ""
    """Which attempt of a cell counts where a model may answer otherwise the next time: the first
    that came to its terminal record. One that infra ended has none; it is logged and tried again.
    """

    @property
    def dials(self) -> Dials:
        """How hard the run presses on memory."""
        return Dials(pressure=self.pressure, distractors=self.distractors)

    @model_serializer(mode="wrap")
    def _without_idle_dials(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """What is unset is left out, so that plans from before there was any keep their digest."""
        data: dict[str, Any] = dump(self)
        optional = {
            *Dials.model_fields,
            "preregistration",
            "model",
            "prompts",
            "templates",
            "cell_tokens",
            "memory_model",
            "attempts",
        }
        idle = {name for name in optional if not data.get(name)}
        return {name: value for name, value in data.items() if name not in idle}

    @field_validator("conditions", "agents", "traps", "seeds")
    @classmethod
    def _no_repeats(cls, names: tuple[Any, ...]) -> tuple[Any, ...]:
        twice = [name for name, times in Counter(names).items() if times > 1]
        if twice:
            raise ValueError(f"{twice[0]!r} is named twice")
        return names

    @property
    def digest(self) -> str:
        return sha256(self.model_dump(mode="json"))

    @property
    def name(self) -> str:
        """A run's default name."""
        return f"run-{self.digest[:10]}"

    def cells(self) -> list[CellKey]:
        """Every cell of the run, in sealing order."""
        return sorted(
            CellKey(c, a, t, s)
            for c in self.conditions
            for a in self.agents
            for t in self.traps
            for s in self.seeds
        )


def commit(key: str) -> str:
    """The commitment to a run key."""
    return hashlib.sha256(b"dreambench run key\x00" + parse_key(key)).hexdigest()


def choose_traps(
    words: Sequence[str], limit: int | None = None, root: Path | None = None
) -> list[Template]:
    """Traps by ``core``, ``extended``, ``all`` or ids.

    Args:
        limit: At most so many: one of each construct first, then a second of each, by name.
    """
    traps = load_traps(root)
    chosen: dict[str, Template] = {}
    for word in words:
        if word in ("core", "extended", "all"):
            chosen |= {t.id: t for t in traps.values() if word in ("all", t.set)}
        elif word in traps:
            chosen[word] = traps[word]
        else:
            raise unknown("trap", word, ["core", "extended", "all", *traps])
    if not chosen:
        raise BadInput(f"no trap is in {', '.join(words)}: see 'dreambench traps list'")
    if limit is None:
        return list(chosen.values())
    if limit < 1:
        raise BadInput(f"limit {limit} leaves no trap: give 1 or more")
    return _one_per_construct_first(list(chosen.values()))[:limit]


def _one_per_construct_first(traps: list[Template]) -> list[Template]:
    seen: dict[str, int] = {}
    turns = []
    for place, trap in enumerate(traps):
        turn = seen[trap.construct_id] = seen.get(trap.construct_id, -1) + 1
        turns.append((turn, place, trap))
    return [trap for _, _, trap in sorted(turns, key=lambda row: row[:2])]


def make_plan(
    conditions: Sequence[str],
    agents: Sequence[str],
    traps: Sequence[str],
    seeds: Sequence[int],
    *,
    key: str | None = None,
    limit: int | None = None,
    budget: Budget | None = None,
    timeout: float = 60.0,
    sandbox: str = "bubblewrap",
    pressure: int = 0,
    distractors: int = 0,
    variants: int = 1,
    preregistration: str = "",
    model: Endpoint | None = None,
    cell_tokens: int | None = None,
    memory_model: Endpoint | None = None,
    root: Path | None = None,
) -> tuple[Plan, str]:
    """A validated plan and its key; a wrong name raises BadInput that lists the right ones."""
    for name in conditions:
        entry = condition(name)
        for part in entry.apart:
            need(part)
        if entry.service and not os.environ.get(entry.service):
            raise BadInput(f"condition {name} asks a service: set {entry.service} to its base URL")
        if entry.needs_model and memory_model is None:
            raise BadInput(needs(entry))
    if not any(condition(name).needs_model for name in conditions):
        memory_model = None
    agents, templates = taken_in(agents)
    for name in agents:
        for program in programs(name, templates):
            need(program)
        if agent_needs_model(name) and model is None:
            raise BadInput(
                f"agent {name} needs a model: name one with --model and, unless it is OpenAI's, "
                "--base-url"
            )
    if not any(map(agent_needs_model, agents)):
        model = None
    key = fresh_key() if key is None else key
    if variants < 1:
        raise BadInput(f"{variants} variants leave no trap: give 1 or more")
    chosen = [v for trap in choose_traps(traps, limit, root) for v in versions(trap, variants)]
    for seed in seeds:
        if seed < 0:
            raise BadInput(f"seed {seed} is negative: use 0 or more")
    try:
        dials = Dials(pressure=pressure, distractors=distractors)
        plan = Plan(
            conditions=tuple(conditions),
            agents=tuple(agents),
            traps=tuple(trap.id for trap in chosen),
            seeds=tuple(seeds),
            budget=budget or Budget(),
            timeout=timeout,
            sandbox=sandbox,
            trap_set=trap_set_digest(chosen, dials),
            commitment=commit(key),
            pressure=pressure,
            distractors=distractors,
            preregistration=preregistration,
            model=model,
            prompts=words_digest(templates) if model else "",
            templates=tuple(templates.items()),
            cell_tokens=cell_tokens,
            memory_model=memory_model,
            attempts="first record" if model or memory_model else "",
        )
    except ValidationError as fault:
        first = fault.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise BadInput(f"the plan's {field} is wrong: {first['msg']}") from None
    return plan, key


_CONFIG = {
    "conditions", "agents", "traps", "seeds", "key", "limit", "budget", "timeout", "sandbox",
    "pressure", "distractors", "variants", "cell_tokens", "model", "memory_model",
}  # fmt: skip


def read_config(path: Path) -> dict[str, Any]:
    """A plan's settings from a TOML file, as keyword arguments of `make_plan`."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as fault:
        raise BadInput(f"config {path.name} cannot be read: {fault}") from None
    except tomllib.TOMLDecodeError as fault:
        raise BadInput(f"config {path.name} is not TOML: {fault}") from None
    for name in table:
        if name not in _CONFIG:
            raise unknown(f"setting in {path.name}", name, sorted(_CONFIG))
    if "budget" in table:
        try:
            table["budget"] = Budget.model_validate(table["budget"])
        except ValidationError as fault:
            raise BadInput(
                f"budget in {path.name} is wrong: {fault.errors()[0]['msg']} "
                "(e.g. budget = {items = 6, words = 1200})"
            ) from None
    for name in {"model", "memory_model"} & table.keys():
        try:
            table[name] = Endpoint.model_validate(table[name])
        except ValidationError as fault:
            raise BadInput(
                f"{name} in {path.name} is wrong: {fault.errors()[0]['msg']} "
                f'(e.g. {name} = {{model = "NAME", base_url = "URL"}})'
            ) from None
    return table


__all__ = ["ROOT", "Plan", "choose_traps", "commit", "make_plan", "read_config"]
