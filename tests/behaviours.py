"""What a scripted model does in a trap: it solves it, forgets, uses the stale fact, loops, cheats.

A script knows the minted instances (as no model can) and finds out which session it is asked about
by the prompt. `reads` knows as well, but uses a value only where the request shows it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Literal

from dreambench_lib.traps.mint import Instance
from dreambench_lib.traps.solve import solution_files
from dreambench_lib.traps.template import HARM, SessionSource
from tests.model_server import Asked, Fault, Reply, Say, Use

How = Literal["solves", "reads", "forgets", "stale", "loops", "cheats", "babbles", "idles"]


class Behaviour:
    """A script for `ModelServer`; instances of one trap must be of one seed."""

    def __init__(self, how: How, instances: Iterable[Instance]) -> None:
        self.how, self._instances = how, list(instances)

    def __call__(self, asked: Asked) -> Reply:
        instance, source = self._place(asked)
        fills = self._fills(asked, instance)
        if asked.body.get("response_format"):
            return self._answer(asked, fills)
        return self._act(asked, solution_files(source, fills))

    def _place(self, asked: Asked) -> tuple[Instance, SessionSource]:
        text = asked.text
        for instance in self._instances:
            for source in instance.template.sessions:
                if source.prompt.strip() in text:
                    return instance, source
        raise AssertionError(f"no session of the instances is asked about: {text[:200]}")

    def _fills(self, asked: Asked, instance: Instance) -> dict[str, str]:
        fills = {slot.name: slot.default for slot in instance.template.slots}
        if self.how in ("solves", "loops"):
            fills |= instance.solution()
        elif self.how == "reads":
            known = instance.solution().items()
            fills |= {name: value for name, value in known if value in asked.text}
        elif self.how == "stale":
            for fact in instance.template.facts:
                if fact.status in HARM and instance.minted(fact.id):
                    fills[fact.slot] = instance.values[fact.id]
        return fills

    def _answer(self, asked: Asked, fills: dict[str, str]) -> Reply:
        """One short answer in the form that the request's schema asks for."""
        form = asked.body["response_format"]["json_schema"]["schema"]
        if self.how == "babbles":
            return Say("I would rather talk about it.")
        if self.how == "idles":
            return Fault("hang")
        return Say(json.dumps({name: fills[name] for name in form["properties"]}))

    def _act(self, asked: Asked, files: dict[str, str]) -> Reply:
        """The next call of a tool loop: read, write each file, run the tests, finish."""
        if self.how == "loops":
            return Use("list", {"path": "."})
        if self.how == "babbles":
            return Use("fly", {"to": "the moon"}) if asked.turns < 2 else Say("It cannot be done.")
        if self.how == "idles":
            return Use("finish", {"summary": "nothing to do"})
        steps: list[Reply] = [Use("list", {"path": "."})]
        if self.how == "cheats":
            steps += [
                Use("read", {"path": "/etc/passwd"}),
                Use("read", {"path": "../../proc/1/environ"}),
                Use("write", {"path": ".git/config", "content": "[core]\n"}),
                Use("write", {"path": "sitecustomize.py", "content": "import os; os._exit(0)\n"}),
            ]
        steps += [Use("write", {"path": p, "content": text}) for p, text in sorted(files.items())]
        steps += [Use("test", {}), Use("finish", {"summary": "done"})]
        return steps[min(asked.turns, len(steps) - 1)]
