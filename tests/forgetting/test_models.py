"""The shared client: a fixed retry policy, a meter, caps that hold, faults with names."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.models import BudgetSpent, Client, Endpoint, Ledger, ModelFault
from tests.model_server import Say, model_server

ASK = [{"role": "user", "content": "Check:\nx" * 30}]


def client(server: Any, waits: list[float], ledger: Ledger | None = None, **more: Any) -> Client:
    end = Endpoint(model="m", base_url=server.url, key_env="", max_tokens=8, **more)
    return Client(end, ledger, waits.append)


def test_waits_double_and_the_last_fault_is_told(server: Any) -> None:
    server.script = lambda model, prompt, n: 503
    waits: list[float] = []
    with pytest.raises(ModelFault, match="HTTP 503 after 4 attempts") as fault:
        client(server, waits).complete(ASK)
    assert waits == [1.0, 2.0, 4.0]
    assert fault.value.attempts == len(server.asked) == 4


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_what_trying_again_cannot_mend_is_not_tried(server: Any, status: int) -> None:
    server.script = lambda model, prompt, n: status
    with pytest.raises(ModelFault, match=f"HTTP {status} after 1 attempt$"):
        client(server, []).complete(ASK)
    assert len(server.asked) == 1


def test_the_meter_counts_what_the_provider_reports(server: Any) -> None:
    ledger = Ledger()
    server.script = lambda model, prompt, n: 429 if n == 1 else "hello"
    reply = client(server, [], ledger, input_price=2.0, output_price=5.0).complete(ASK)
    assert (reply.text, reply.model, reply.attempts) == ("hello", "m-v1", 2)
    assert (reply.input_tokens, reply.output_tokens, reply.cut) == (10, 1, False)
    used = ledger.used
    assert (used["calls"], used["tokens"]) == (2, 11)
    assert used["money"] == pytest.approx(25e-6)


@pytest.mark.parametrize("cap", [{"calls": 5}, {"tokens": 150}])
def test_caps_hold_under_concurrency(server: Any, cap: dict[str, int]) -> None:
    ledger = Ledger(**cap)
    one = client(server, [], ledger)

    def ask(_: int) -> bool:
        try:
            one.complete(ASK)
        except BudgetSpent:
            return False
        return True

    with ThreadPoolExecutor(6) as pool:
        answered = sum(pool.map(ask, range(30)))
    name, value = next(iter(cap.items()))
    assert 0 < answered < 30
    assert answered == len(server.asked)
    assert ledger.used[name] <= value


def test_a_key_comes_from_the_environment_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    with pytest.raises(BadInput, match="set the environment variable NO_SUCH_KEY"):
        Client(Endpoint(model="m", key_env="NO_SUCH_KEY"))
    assert "sk-secret" not in repr(Endpoint(model="m"))


def test_another_name_for_the_limit(server: Any) -> None:
    server.script = lambda model, prompt, n: "yes"
    reply = client(server, [], limit_field="max_completion_tokens", temperature=None).complete(ASK)
    assert reply.text == "yes"


@pytest.mark.parametrize(
    ("form", "sent"),
    [
        ("json_schema", {"type": "json_schema", "json_schema": {
            "name": "answer", "schema": {"type": "object"}, "strict": True}}),
        ("json_object", {"type": "json_object", "schema": {"type": "object"}}),
    ],
)  # fmt: skip
def test_a_schema_is_told_as_the_server_wants_it(form: str, sent: dict[str, Any]) -> None:
    with model_server(lambda asked: Say("{}")) as scripted:
        client(scripted, [], schema_form=form).complete(ASK, {"type": "object"})
    assert scripted.asked[0].body["response_format"] == sent
