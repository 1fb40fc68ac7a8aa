"""`command`: any program as an agent, by a template; the same prompt as all others get."""

from __future__ import annotations

from dreambench_lib import apart
from dreambench_lib.agents.cli.template import PROMPT_FILE, Report, Template
from dreambench_lib.agents.cli.witnessed import Program, Told, ending, one_line, run
from dreambench_lib.agents.llm.tool_loop import prompt
from dreambench_lib.agents.protocol import Room, Task, Workspace
from dreambench_lib.errors import BadInput
from dreambench_lib.records import WorkLog

LINES = 40
"""Of the output of a program that has no report: how many are kept, from the end."""
DEEDS = 200


class CommandAgent:
    """Runs what its template says."""

    tier = "agent with a model"
    needs_model = needs_room = True

    def __init__(self, name: str, template: Template) -> None:
        self.name, self.template = name, template

    def work(self, workspace: Workspace, task: Task) -> WorkLog:
        """Run the program once; the tree it leaves is the work, its words are only its words."""
        if task.room is None:
            raise BadInput(f"agent {self.name} needs a model: name one with --model and --base-url")
        told = run(task.room, workspace, program(self.template, task.room, prompt(task)))
        return log_of(self.name, self.template.report, told)


def program(template: Template, room: Room, task: str) -> Program:
    """The template's program for one session, whose agent is told `task`."""
    fill = template.filled(
        {
            "prompt": task,
            "prompt_file": f"{room.files}/{PROMPT_FILE}",
            "base_url": room.base_url,
            "model": room.model,
            "files": room.files,
        }
    )
    files = {name: fill(text).encode() for name, text in template.files.items()}
    report = template.report
    paths = {"did": report.did, "said": report.said, "ended": report.ended}
    return Program(
        argv=tuple(map(fill, template.argv)),
        programs={name: apart.need(name) for name in template.programs},
        environment={name: fill(text) for name, text in template.environment.items()},
        files={**files, PROMPT_FILE: task.encode()},
        stdin=PROMPT_FILE if template.stdin else "",
        report=report.source,
        paths={name: path for name, path in paths.items() if path},
    )


def log_of(name: str, report: Report, told: Told) -> WorkLog:
    """The work log: what the program says it did, and how it ended if that was not well."""
    if report.source:
        lines = [f"- {one_line(deed)}" for deed in told.all("did")[:DEEDS]]
        lines += [one_line(words, 1000) for words in told.all("said")[-1:]]
    else:
        lines = told.ran.output.rstrip().split("\n")[-LINES:]
    if not told.changed:
        lines.append("[the repository was left as it was]")
    return WorkLog(output="\n".join(lines), error=_error(name, report, told))


def _error(name: str, report: Report, told: Told) -> str | None:
    ends = [one_line(value) for value in told.all("ended")]
    if not told.ran.fault and report.ended and ends and ends[-1] not in report.well:
        return f"{name} ended by its own word with {ends[-1] or 'nothing'}"
    if told.ran.fault or told.ran.exit != 0:
        return ending(name, told.ran)
    if report.ended and not ends:
        return f"{name} ended with status 0 and did not say how"
    return None
