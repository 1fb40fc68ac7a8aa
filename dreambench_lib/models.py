"""One OpenAI-compatible client for judges, answers, agents and sleep: retries, meter, budget.

Any base URL that speaks Chat Completions will do. Faults of the service are `ModelFault`, never
an empty answer; what a budget cap refuses is `BudgetSpent` and was not sent.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any, Literal, NamedTuple, TypeVar

from pydantic import Field

from dreambench_lib.errors import BadInput, Infra
from dreambench_lib.records import Record

T = TypeVar("T")
Message = dict[str, str]
CHARACTERS_A_TOKEN = 3
"""For reserving budget before a call; the provider's own count replaces it afterwards."""


class Endpoint(Record):
    """Where a model is reached and how it is asked."""

    model: str = Field(min_length=1)
    base_url: str = "https://api.openai.com/v1"
    key_env: str = "OPENAI_API_KEY"
    """Environment variable with the key; empty where the server wants none."""
    temperature: float | None = 0.0
    max_tokens: int = Field(default=512, ge=1)
    limit_field: str = "max_tokens"
    """What the endpoint calls that limit, e.g. ``max_completion_tokens``."""
    schema_form: Literal["json_schema", "json_object"] = "json_schema"
    """How the endpoint is told a JSON schema; the second is how llama.cpp wants it."""
    timeout: float = Field(default=60.0, gt=0)
    retries: int = Field(default=3, ge=0)
    """Attempts after the first, on 429, 5xx, timeouts and broken connections."""
    input_price: float | None = None
    """Money per million input tokens."""
    output_price: float | None = None


class ModelFault(Infra):
    """The service failed after all attempts."""

    def __init__(self, kind: str, attempts: int = 1, again: bool = True) -> None:
        super().__init__(f"{kind} after {attempts} attempt{'s' * (attempts != 1)}")
        self.kind, self.attempts = kind, attempts
        self.again = again
        """Whether trying again can help."""


class BudgetSpent(Infra):
    """A cap would have been exceeded: the call was not made."""


class Reply(NamedTuple):
    """What came back."""

    text: str
    model: str
    """As the provider reported it."""
    attempts: int
    input_tokens: int
    output_tokens: int
    cut: bool
    """It ended because `max_tokens` were used up."""


class Spent(NamedTuple):
    """What one client has used so far, as the provider reported it."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0


class Ledger:
    """What was used, by all clients that share it, and the caps that hold for their sum."""

    def __init__(
        self, calls: int | None = None, tokens: int | None = None, money: float | None = None
    ) -> None:
        self._caps = (calls, tokens, money)
        self._used: list[float] = [0, 0, 0]
        self._lock = Lock()

    @property
    def used(self) -> dict[str, float]:
        """Calls, tokens and money so far, calls in flight included as reserved."""
        return dict(zip(("calls", "tokens", "money"), self._used, strict=True))

    def add(self, calls: int, tokens: int, money: float, capped: bool = True) -> None:
        """Reserve (or, negative, give back); BudgetSpent where a cap would be exceeded."""
        with self._lock:
            new = [a + b for a, b in zip(self._used, (calls, tokens, money), strict=True)]
            names = ("calls", "tokens", "money")
            for name, cap, value in zip(names, self._caps, new, strict=True):
                if capped and cap is not None and value > cap:
                    raise BudgetSpent(f"budget of {cap:g} {name} is used up")
            self._used = new


class Client:
    """Asks one endpoint; safe to share between threads."""

    def __init__(
        self,
        endpoint: Endpoint,
        ledger: Ledger | None = None,
        wait: Callable[[float], None] = time.sleep,
        http: Any = None,
    ) -> None:
        """`http`: the HTTP client of requests that do not leave by the network (a gateway's)."""
        from openai import OpenAI

        key = os.environ.get(endpoint.key_env, "") if endpoint.key_env else "none"
        if not key:
            raise BadInput(
                f"no key for {endpoint.model}: set the environment variable {endpoint.key_env}"
            )
        self.endpoint, self.ledger, self._wait = endpoint, ledger or Ledger(), wait
        self.spent = Spent()
        self._lock = Lock()
        self._openai = OpenAI(
            api_key=key,
            base_url=endpoint.base_url,
            timeout=endpoint.timeout,
            max_retries=0,
            http_client=http,
        )

    @property
    def embeddings(self) -> Client:
        """What has the SDK's ``embeddings.create``, with this client's retries and meter."""
        return self

    def create(self, model: str, input: Sequence[str]) -> Any:
        """Embed texts; `data[i].embedding` is the vector of `input[i]`."""
        guess = sum(len(text) for text in input) // CHARACTERS_A_TOKEN

        def send() -> Any:
            return self._openai.embeddings.create(model=model, input=list(input))

        return self._retried(lambda attempts: self._paid(send, (guess, 0)))

    def complete(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> Reply:
        """The model's answer; every attempt is charged to the ledger.

        Args:
            schema: JSON schema that the answer shall have (the endpoint is asked to keep to it;
                whoever asks must check all the same).
        """
        return self._retried(lambda attempts: self._once(messages, schema, attempts))

    def _retried(self, call: Callable[[int], T]) -> T:
        attempts = 0
        while True:
            attempts += 1
            try:
                return call(attempts)
            except ModelFault as fault:
                if not fault.again or attempts > self.endpoint.retries:
                    raise ModelFault(fault.kind, attempts, fault.again) from None
                self._wait(min(2.0 ** (attempts - 1), 30.0))

    def _once(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None, attempts: int
    ) -> Reply:
        end = self.endpoint
        guess = sum(len(part["content"]) for part in messages) // CHARACTERS_A_TOKEN
        made = self._paid(lambda: self._send(messages, schema), (guess, end.max_tokens))
        try:
            choice = made.choices[0]
            text, cut = choice.message.content or "", choice.finish_reason == "length"
        except Exception as fault:
            raise ModelFault("malformed response") from fault
        return Reply(text, str(made.model or end.model), attempts, *_tokens(made), cut)

    def _paid(self, send: Callable[[], Any], reserved: tuple[int, int]) -> Any:
        """One call, paid for whatever comes of it."""
        import openai

        self.ledger.add(1, sum(reserved), self._cost(*reserved))
        used = (0, 0)
        try:
            made = send()
            used = _tokens(made)
        except openai.APITimeoutError:
            raise ModelFault("timeout") from None
        except openai.APIConnectionError:
            raise ModelFault("connection broken") from None
        except openai.APIStatusError as fault:
            again = fault.status_code in (408, 409, 429) or fault.status_code >= 500
            raise ModelFault(f"HTTP {fault.status_code}", again=again) from None
        except Exception as fault:
            raise ModelFault("malformed response") from fault
        finally:
            self.ledger.add(0, sum(used) - sum(reserved), self._cost(*used), capped=False)
            self.ledger.add(0, 0, -self._cost(*reserved), capped=False)
            with self._lock:
                calls, read, written = self.spent
                self.spent = Spent(calls + 1, read + used[0], written + used[1])
        return made

    def _send(self, messages: Sequence[Message], schema: Mapping[str, Any] | None) -> Any:
        end = self.endpoint
        options: dict[str, Any] = {"extra_body": {end.limit_field: end.max_tokens}}
        if end.temperature is not None:
            options["temperature"] = end.temperature
        if schema is not None:
            options["response_format"] = _form(end.schema_form, dict(schema))
        return self._openai.chat.completions.create(
            model=end.model,
            messages=list(messages),  # type: ignore[arg-type]
            **options,
        )

    def _cost(self, input_tokens: int, output_tokens: int) -> float:
        end = self.endpoint
        return (
            input_tokens * (end.input_price or 0) + output_tokens * (end.output_price or 0)
        ) / 1e6


def _form(kind: str, schema: dict[str, Any]) -> dict[str, Any]:
    if kind == "json_object":
        return {"type": kind, "schema": schema}
    return {"type": kind, "json_schema": {"name": "answer", "schema": schema, "strict": True}}


def _tokens(made: Any) -> tuple[int, int]:
    usage = getattr(made, "usage", None)
    if not usage:
        return 0, 0
    # An embedding's usage has no completion.
    return usage.prompt_tokens or 0, getattr(usage, "completion_tokens", 0) or 0
