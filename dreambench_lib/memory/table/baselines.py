"""B0 to B7: the paper's simple memories, all given every note of every session."""

from __future__ import annotations

from dreambench_lib.memory.table.entry import Condition

_HOME = "dreambench_lib.memory.baselines"

BASELINES = (
    Condition(
        id="B0",
        memory=f"{_HOME}.nothing:Nothing",
        meaning="No memory: nothing is kept, nothing is shown.",
        forbids="It is the absence of memory.",
    ),
    Condition(
        id="B1",
        memory=f"{_HOME}.trajectories:Trajectories",
        meaning="Raw trajectories: whole sessions, ranked by word overlap with the prompt.",
        differs="Notes stand first, and each session gets its share of the word budget; published: "
        "the first 800 characters, with the events last.",
    ),
    Condition(
        id="B2",
        memory=f"{_HOME}.vectors:Vectors",
        meaning="A vector per note, ranked by similarity alone (by default, of words).",
        differs="One item per note, in full; published: one per episode, cut at 220 characters "
        "before any event, and dropped without a shared word.",
        embedding="lexical",
    ),
    Condition(
        id="B3",
        memory=f"{_HOME}.reflection:Reflections",
        meaning="Reflections: a lesson per note, ranked by similarity and scope.",
        differs="Every note, in full, worded by template and without the outcome; published: the "
        "first event of a session, cut at 220 characters, without author and date.",
        embedding="lexical",
    ),
    Condition(
        id="B4",
        memory=f"{_HOME}.summary:Summaries",
        meaning="A summary per session: its most typical sentences.",
        differs="Extracted from the notes, as long as its share of the word budget; published: the "
        "first 220 characters of the agent's output, no event, and the hidden outcome.",
    ),
    Condition(
        id="B5",
        memory=f"{_HOME}.instance:Instance",
        meaning="One item per note, full text, ranked by shared words, scope and files.",
        differs="Every note of a session, and one without a shared word ranks low; published: the "
        "first event only, with id and hidden outcome in its text.",
    ),
    Condition(
        id="B6",
        memory=f"{_HOME}.subtasks:Subtasks",
        meaning="An item per subtask of a session, with the notes closest to it.",
        differs="Subtasks are the first three sentences of the task; published: the agent's "
        "actions, that is, its command line, and no event.",
    ),
    Condition(
        id="B7",
        memory=f"{_HOME}.tracker:Tracker",
        meaning="One growing task tracker: next, to do, decided, open, heard, done.",
        differs="Notes without a label are listed as heard, newest first, within the word budget; "
        "published: labelled lines only, which no event has.",
    ),
)
