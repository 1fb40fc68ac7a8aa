"""A small release made up here, the real one where it is at hand, and a local model server."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.forgetting.release.layout import data_folder

Script = Callable[[str, str, int], Any]
"""(model, prompt, number of the model's call from 1) -> what the server does."""


@pytest.fixture(scope="session")
def release() -> Path:
    """The official release; only where DREAMBENCH_SHARED points at it."""
    shared = os.environ.get("DREAMBENCH_SHARED")
    if not shared or not (Path(shared) / "memora").is_dir():
        pytest.skip("DREAMBENCH_SHARED with memora/ is not set")
    return data_folder(Path(shared) / "memora")


def criterion(name: str, text: str, kind: str = "presence") -> dict[str, str]:
    here = kind == "presence"
    return {
        "evaluation_question_id": name,
        "evaluation_question": text,
        "expected_answer": "yes" if here else "no",
        "evaluation_type": "memory_presence" if here else "forgetting_absence",
    }


def question(name: str, text: str, criteria: list[dict[str, str]], **more: Any) -> dict[str, Any]:
    kinds = [one["evaluation_type"] for one in criteria]
    return {
        "question_id": name,
        "question": text,
        "question_date": "2026-01-07",
        "evaluation": {
            "evaluation_questions": criteria,
            "total_evaluation_questions": len(kinds),
            "memory_presence_questions": kinds.count("memory_presence"),
            "forgetting_absence_questions": kinds.count("forgetting_absence"),
        },
        **more,
    }


def content() -> dict[str, Any]:
    """A question file of an invented gardener."""
    return {
        "persona": "gardener",
        "questions": {
            "remembering": [
                question(
                    "todo_1",
                    "What is on my list?",
                    [
                        criterion("todo_1_p0", "Does the response mention the task: Prune roses?"),
                        criterion("todo_1_p1", "Is 'Order compost' listed as a remaining item?"),
                        criterion(
                            "todo_1_f0",
                            "Does the response mention the deleted task: Mow the lawn?",
                            "forgetting",
                        ),
                    ],
                )
            ],
            "reasoning": [
                question(
                    "sum_1",
                    "What did seeds cost?",
                    [criterion("sum_1_p0", "Does the response mention the amount of $12.50?")],
                )
            ],
            "recommending": [
                question(
                    "pref_1",
                    "Which flower?",
                    [
                        criterion(
                            "pref_1_p0",
                            "Does it avoid recommending tulips (which the user dislikes)?",
                        ),
                        criterion(
                            "pref_1_f0",
                            "Does it reflect or mention the user's preference for lilies?",
                            "forgetting",
                        ),
                    ],
                )
            ],
        },
    }


SESSIONS = (
    "I have to mow the lawn and prune roses.",
    "Seeds were $12.50. I must order compost.",
    "I mowed it, so the lawn is off my list. I like lilies no more.",
)


@pytest.fixture
def body() -> dict[str, Any]:
    """The made-up question file, to be changed before it is written."""
    return content()


@pytest.fixture
def write_release(tmp_path: Path) -> Callable[..., Path]:
    """Write a question file (and conversations) as a release; returns its data folder."""

    def write(raw: Any, name: str = "release") -> Path:
        place = tmp_path / name / "weekly" / "gardener"
        (place / "conversations").mkdir(parents=True, exist_ok=True)
        text = raw if isinstance(raw, str) else json.dumps(raw)
        (place / "evaluation_questions_gardener.json").write_text(text)
        for number, said in enumerate(SESSIONS, start=1):
            session = {
                "session_id": number,
                "session_type": "x",
                "operation": None,
                "date": f"2026-01-0{number}",
                "persona": "gardener",
                "conversation": [
                    {"turn": 1, "speaker": "ai_agent", "message": "Hello!", "share_memory": False},
                    {"turn": 2, "speaker": "user_agent", "message": said, "share_memory": True},
                ],
            }
            path = place / "conversations" / f"session_{number:04d}.json"
            path.write_text(json.dumps(session))
        return tmp_path / name

    return write


@pytest.fixture
def tiny(write_release: Callable[..., Path], body: dict[str, Any]) -> Path:
    """The made-up release."""
    return write_release(body)


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    """One answer to each question of the made-up release."""
    rows = {
        "todo_1": "Prune roses and order compost.",
        "sum_1": "Seeds cost $12.50.",
        "pref_1": "Plant lilies.",
    }
    path = tmp_path / "answers.jsonl"
    path.write_text(
        "".join(
            json.dumps({"duration": "weekly", "persona": "gardener", "question": q, "answer": a})
            + "\n"
            for q, a in rows.items()
        )
    )
    return path


class Server:
    """Chat Completions on loopback; `script` says what happens, `asked` what was asked."""

    def __init__(self) -> None:
        self.script: Script = lambda model, prompt, number: "yes"
        self.asked: list[tuple[str, str]] = []
        self.over = threading.Event()
        lock = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                size = int(self.headers["Content-Length"])
                raw = json.loads(self.rfile.read(size))
                model, prompt = raw["model"], raw["messages"][-1]["content"]
                with lock:
                    outer.asked.append((model, prompt))
                    number = sum(one == model for one, _ in outer.asked)
                outer.act(self, model, outer.script(model, prompt, number))

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.http.server_port}/v1"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def act(self, handler: BaseHTTPRequestHandler, model: str, what: Any) -> None:
        """An int is a status; `hang`, `cut` and `garbage` are faults; other text is an answer."""
        if what == "<hang>":
            self.over.wait(30)
            handler.close_connection = True
            return
        status, data = 200, b"<html>no json</html>"
        if isinstance(what, int):
            status, data = what, b'{"error": {"message": "no"}}'
        elif what not in ("<garbage>", "<cut>"):
            message = {"role": "assistant", "content": what}
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            data = json.dumps(
                {
                    "id": "x", "object": "chat.completion", "created": 0, "model": f"{model}-v1",
                    "choices": [choice],
                    "usage": {"prompt_tokens": 10, "completion_tokens": 1, "total_tokens": 11},
                }
            ).encode()  # fmt: skip
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(data) + (500 if what == "<cut>" else 0)))
        handler.end_headers()
        handler.wfile.write(data)
        handler.close_connection = what == "<cut>"

    def count(self, model: str) -> int:
        return sum(one == model for one, _ in self.asked)


@pytest.fixture
def server() -> Iterator[Server]:
    """A server for one test."""
    made = Server()
    yield made
    made.over.set()
    made.http.shutdown()
    made.http.server_close()
