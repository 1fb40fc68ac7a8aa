"""What a scripted model does in a trap: it solves it, forgets, uses the stale fact, loops, cheats.

A script knows the minted instances (as no model can) and finds out which session it is asked about
by the prompt. `reads` knows as well, but uses a value only where the request shows it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Literal

from dreambench_lib.traps.mint import Instance
from dreambench_lib.traps.solve import solution_files
from dreambench_lib.traps.template import HARM, SessionSource
from tests.hands import hand_of
from tests.model_server import Asked, Fault, Reply, Say, Use

How = Literal["solves", "reads", "forgets", "stale", "loops", "cheats", "babbles", "idles"]


class Behaviour:
    """A script for `ModelServer`; instances of one trap must be of one seed."""

    def __init__(self, how: How, instances: Iterable[Instance]) -> None:
        self.how, self.instances = how, list(instances)

    def __call__(self, asked: Asked) -> Reply:
        instance, source = self.place(asked)
        fills = self._fills(asked, instance)
        if asked.body.get("response_format"):
            return self._answer(asked, fills)
        return self._act(asked, instance, solution_files(source, fills))

    def place(self, asked: Asked) -> tuple[Instance, SessionSource]:
        """The session that a request is about: the first whose prompt it shows.

        A context behind the task may show the prompts of earlier sessions, too.
        """
        text = asked.text
        shown = [
            (text.find(source.prompt.strip()), number, source)
            for number, instance in enumerate(self.instances)
            for source in instance.template.sessions
            if source.prompt.strip() in text
        ]
        if not shown:
            raise AssertionError(f"no session of the instances is asked about: {text[:200]}")
        _, number, source = min(shown, key=lambda one: one[0])
        return self.instances[number], source

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

    def _act(self, asked: Asked, instance: Instance, files: dict[str, str]) -> Reply:
        """The next call of a loop with tools: look, write each file, run the tests, finish."""
        hand = hand_of(asked)
        if self.how == "loops":
            return hand.look(asked.turns)
        if self.how == "babbles":
            return Use("fly", {"to": "the moon"}) if asked.turns < 2 else hand.done("Impossible.")
        if self.how == "idles":
            return hand.done("nothing to do")
        steps: list[Reply] = [hand.look(0)]
        if self.how == "cheats":
            steps += [
                hand.read("/etc/passwd"),
                hand.read("../../proc/1/environ"),
                hand.write(".git/config", "[core]\n"),
                hand.write("sitecustomize.py", "import os; os._exit(0)\n"),
            ]
        steps += [hand.write(path, text) for path, text in sorted(files.items())]
        steps += [hand.test(instance.template.fixture.test), hand.done("done")]
        return steps[min(asked.turns, len(steps) - 1)]


class Seeded:
    """What a model does from session to session, drawn once for each by a seed.

    A session's draw is the same for all agents and conditions, so that they stay comparable.
    """

    def __init__(self, seed: int, hows: Mapping[How, int], instances: Iterable[Instance]) -> None:
        """`hows`: how often each, in relation to the others."""
        self.seed, self._draws = seed, [how for how, share in hows.items() for _ in range(share)]
        self._scripts = {how: Behaviour(how, instances) for how in hows}
        self._any = next(iter(self._scripts.values()))

    def how(self, trap: str, session: int) -> How:
        """What it does in a session of a trap."""
        mark = hashlib.sha256(f"{self.seed}/{trap}/{session}".encode()).digest()
        return self._draws[int.from_bytes(mark[:8], "big") % len(self._draws)]

    def __call__(self, asked: Asked) -> Reply:
        instance, source = self._any.place(asked)
        number = instance.template.sessions.index(source)
        return self._scripts[self.how(instance.template.id, number)](asked)
