"""Reads all that the harness shows it for the name of a trap or a condition."""

from dreambench_lib.agents.table import AGENTS
from dreambench_lib.harness.redteam import Stage
from dreambench_lib.memory.conditions import CONDITIONS
from dreambench_lib.memory.context import render
from dreambench_lib.traps.keys import fresh_key, parse_key
from dreambench_lib.traps.leakage import labels_shown, values_astray
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mint import mint

SOME = 5


def snoop(stage: Stage) -> list[str]:
    key = parse_key(fresh_key())
    instances = [mint(trap, key, 1) for trap in list(load_traps().values())[::SOME]]
    leaks = labels_shown(instances, {*CONDITIONS, *AGENTS}, render) + values_astray(instances)
    return [f"{leak.what} in {leak.where} of {leak.trap}" for leak in leaks]
