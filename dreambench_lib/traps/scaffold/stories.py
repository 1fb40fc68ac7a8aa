"""The plainest story of each construct: what becomes known when, with which status."""

from __future__ import annotations

from typing import NamedTuple

VALUE = 'mark = {form = "XX-{5A}-{3D}", cues = ["reference mark"], default = "MARK"}'
WAY = 'way = {ways = ["source", "hand"], cues = ["reference mark"], default = "hand"}'
SECOND = 'desk = {form = "YY-{5A}-{3D}", cues = ["inquiry desk"], default = "DESK"}'
WORDINGS = '[ways.way]\nsource = ["from the table"]\nhand = ["straight into the module"]\n'


class Told(NamedTuple):
    """One event of a story."""

    name: str
    after: int
    carries: tuple[str, ...]
    sentence: str
    more: str = ""
    """Further keys of the event, as TOML."""


class Story(NamedTuple):
    """What a construct's skeleton is made of."""

    facts: str
    events: tuple[Told, ...]
    beats: str = "[]"
    slots: tuple[str, ...] = (VALUE,)
    more: str = ""


_REAL = Told("given", 1, ("mark.real",), "The reference mark is {{mark.real}}.")

STORIES: dict[str, Story] = {
    "C1": Story('mark = {real = "current"}', (_REAL,)),
    "C2": Story(
        'mark = {real = "current", others = "irrelevant"}',
        (
            _REAL,
            Told(
                "others", 1, ("mark.others",), "The mark for {{each}} is {{mark.others}}.",
                'each = ["letters", "parcels", "crates", "pallets", "sacks", "tubes", "drums"]',
            ),
        ),
    ),
    "C3": Story(
        'mark = {old = "superseded", real = "current", trial = "superseded", notice = "support"}',
        (
            Told("pilot", 1, ("mark.old",), "In the pilot the reference mark is {{mark.old}}.",
                 "order = 1"),
            Told("given", 1, ("mark.real",), "The reference mark is {{mark.real}}.", "order = 2"),
            Told("trial", 2, ("mark.trial",),
                 "Notice {{notice}}: the reference mark becomes {{mark.trial}}.", "order = 1"),
            Told("undone", 2, ("mark.notice",), "Notice {{notice}} does not come.", "order = 2"),
        ),
        '["oldest", "newest"]',
        more='[token]\nnotice = "N-{3D}"\n',
    ),
    "C4": Story(
        'mark = {old = "superseded", real = "current"}\nway = {source = "current"}',
        (
            Told("old", 1, ("mark.old",), "The reference mark is {{mark.old}}."),
            Told("rule", 1, ("way.source",), "The reference mark is printed from the table."),
            Told("given", 2, ("mark.real",), "The reference mark is {{mark.real}} from May on."),
        ),
        '["oldest"]',
        (VALUE, WAY),
        WORDINGS,
    ),
    "C5": Story(
        'mark = {real = "current"}\nway = {hand = "superseded", source = "current"}',
        (
            Told("general", 1, ("mark.real", "way.hand"),
                 "The reference mark {{mark.real}} goes straight into the module."),
            Told("narrowed", 2, ("way.source",), "The reference mark comes from the table."),
        ),
        '["oldest"]',
        (VALUE, WAY),
        WORDINGS,
    ),
    "C6": Story(
        'mark = {other = "overruled", real = "current", ranking = "support"}',
        (
            Told("plan", 1, ("mark.other",), "The reference mark is {{mark.other}}.", "order = 1"),
            Told("given", 1, ("mark.real",), "The reference mark is {{mark.real}}.", "order = 2"),
            Told("ranking", 2, ("mark.ranking",), "Where the two differ, the carrier decides.",
                 "order = 1"),
            Told("again", 2, ("mark.other",), "The reference mark is {{mark.other}}.",
                 "order = 2"),
        ),
        '["oldest", "newest"]',
    ),
    "C7": Story(
        'mark = {real = "current"}\ndesk = {real = "current"}',
        (
            _REAL,
            Told("desk", 2, ("desk.real",), "The inquiry desk is {{desk.real}}."),
        ),
        slots=(VALUE, SECOND),
    ),
    "C8": Story(
        'mark = {real = "current"}\nway = {hand = "overruled", source = "current"}',
        (
            Told("hint", 1, ("way.hand",), "The reference mark goes straight into the module."),
            _REAL,
            Told("source", 2, ("way.source",), "The reference mark is printed from the table."),
        ),
        '["oldest"]',
        (VALUE, WAY),
        WORDINGS,
    ),
    "C9": Story(
        'mark = {myth = "disproved", cause = "support"}',
        (
            Told("diagnosis", 1, ("mark.myth",),
                 "{{incident}}: the reference mark {{mark.myth}} cured it.", "order = 1"),
            Told("disproof", 2, ("mark.cause",), "{{incident}} had another cause, a full disk.",
                 "order = 1"),
        ),
        '["oldest", "newest"]',
        more='[token]\nincident = "INC-{4D}"\n',
    ),
    "C10": Story(
        'mark = {near = "irrelevant", far = "irrelevant"}',
        (
            Told("near", 1, ("mark.near",), "The reference mark is {{mark.near}}.",
                 'where = "neighbour"'),
            Told("far", 2, ("mark.far",),
                 "In the neighbour repository the reference mark is {{mark.far}}."),
        ),
        '["oldest", "newest"]',
    ),
}  # fmt: skip
