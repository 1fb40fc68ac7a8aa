"""The scripted model itself: drawn by a seed, and sure of the session it is asked about."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.behaviours import Behaviour, How, Seeded
from tests.gateway.scenes import behaviour
from tests.model_server import Asked, Use

HOWS: dict[How, int] = {"solves": 6, "forgets": 2, "stale": 1, "loops": 1, "cheats": 2}


def asked(text: str, turns: int = 0, tool: str = "bash") -> Asked:
    messages: list[dict[str, Any]] = [{"role": "user", "content": text}]
    messages += [{"role": "assistant", "content": ""}] * turns
    tools = [{"type": "function", "function": {"name": tool}}]
    return Asked(1, "/v1/chat/completions", {"messages": messages, "tools": tools}, {})


def test_a_seed_draws_once_for_all_who_ask() -> None:
    instances = behaviour("solves").instances
    one, again, other = (Seeded(seed, HOWS, instances) for seed in (1, 1, 2))
    places = [(f"trap-{number}", session) for number in range(200) for session in range(3)]
    drawn = [one.how(*place) for place in places]
    assert drawn == [again.how(*place) for place in places]
    assert drawn != [other.how(*place) for place in places]
    counted = Counter(drawn)
    assert counted.keys() == HOWS.keys()
    assert counted["solves"] > counted["forgets"] > 0


def test_a_seeded_script_does_what_was_drawn() -> None:
    instances = behaviour("solves").instances
    source = instances[0].template.sessions[2]
    for how in HOWS:
        drawn = Seeded(7, {how: 1}, instances)
        plain = Behaviour(how, instances)
        for turn in range(6):
            request = asked(source.prompt, turn)
            assert drawn(request) == plain(request)


def test_prompts_of_earlier_sessions_in_a_context_mislead_nobody() -> None:
    script = behaviour("solves")
    sessions = script.instances[0].template.sessions
    text = f"The task:\n{sessions[2].prompt}\nEarlier:\n{sessions[0].prompt}\n{sessions[1].prompt}"
    assert script.place(asked(text))[1] is sessions[2]


def test_each_agent_is_asked_in_its_own_tools() -> None:
    script = behaviour("solves")
    prompt = script.instances[0].template.sessions[0].prompt
    for tool, name in (("finish", "list"), ("bash", "bash"), ("apply_patch", "exec_command")):
        first = script(asked(prompt, tool=tool))
        assert isinstance(first, Use)
        assert first.name == name
