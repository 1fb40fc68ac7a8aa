"""Other people's memories: their own code, in an environment of their own."""

from __future__ import annotations

from dreambench_lib.memory.table.entry import Condition

_HOME = "dreambench_lib.memory.external"
_WORDS = "Stand-in embedder (hashed words) unless another is named."
_RULE = "Stand-in extractor: a memory per two or three sentences; no model is called."
_PER_NOTE = (
    "Written per note, with its id, so that session, date and author stay known; published: "
)
_LOCAL = (
    f"{_PER_NOTE}one payload per episode to the hosted service. Open source, embedded store, "
    "threshold 0; keyword search and entity links are off, as they are without its extras."
)
_EXTRACTED = "What the extractor leaves out of a note is gone."


def _mem0(suffix: str, apart: str, newest: str) -> tuple[Condition, ...]:
    version = "the newest version" if newest else "2.0.11"
    return (
        Condition(
            id=f"B5-MEM0-LIT{suffix}",
            memory=f"{_HOME}.mem0:{newest}Literal",
            meaning=f"Mem0 {version}, every note as it is. {_WORDS}",
            differs=_LOCAL,
            embedding="lexical",
            apart=(apart,),
        ),
        Condition(
            id=f"B5-MEM0{suffix}",
            memory=f"{_HOME}.mem0:{newest}Native",
            meaning=f"Mem0 {version}, a model extracts. {_WORDS}",
            differs=_LOCAL,
            forbids=_EXTRACTED,
            embedding="lexical",
            apart=(apart,),
            needs_model=True,
        ),
        Condition(
            id=f"B5-MEM0{suffix}-rules",
            memory=f"{_HOME}.mem0:{newest}NativeByRule",
            meaning=f"Mem0 {version}, extraction on. {_RULE} {_WORDS}",
            differs=_LOCAL,
            embedding="lexical",
            apart=(apart,),
        ),
    )


_LANGMEM = (
    Condition(
        id="B5-LANGMEM-LIT",
        memory=f"{_HOME}.langmem:Literal",
        meaning=f"LangMem, every note as it is, as its tool stores it. {_WORDS}",
        differs="Not in the paper. Its store in SQLite; no agent decides what to store.",
        embedding="lexical",
        apart=("langmem",),
    ),
    Condition(
        id="B5-LANGMEM-rules",
        memory=f"{_HOME}.langmem:NativeByRule",
        meaning=f"LangMem's memory manager, a note at a time. {_RULE} {_WORDS}",
        differs="Not in the paper. Its store in SQLite; the stand-in adds and never updates.",
        embedding="lexical",
        apart=("langmem",),
    ),
)

_AMEM = (
    Condition(
        id="B5-AMEM",
        memory=f"{_HOME}.amem:AMem",
        meaning=f"A-Mem: a model gives notes keywords and tags, and lets them evolve. {_WORDS}",
        differs="Not in the paper. The PyPI package a-mem; ids and times are the notes' own.",
        embedding="lexical",
        apart=("amem",),
        needs_model=True,
    ),
    Condition(
        id="B5-AMEM-rules",
        memory=f"{_HOME}.amem:AMemByRule",
        meaning="A-Mem's store and search. Stand-in extractor: no keyword, nothing evolves; no "
        f"model is called. {_WORDS}",
        differs="Not in the paper. The PyPI package a-mem; ids and times are the notes' own.",
        embedding="lexical",
        apart=("amem",),
    ),
)

_HOSTED = tuple(
    Condition(
        id=name,
        memory=f"{_HOME}.hosted:{cls}",
        meaning=meaning,
        differs=f"{differs} Not run here against the service: only against a scripted server.",
        apart=(entry,),
        service=service,
    )
    for name, cls, meaning, differs, entry, service in (
        (
            "B5-SM-LOCAL",
            "SupermemoryMemories",
            "Supermemory's official client: what the service learned of the notes is searched.",
            "Published as unavailable; 'memories' and 'documents' is our reading of the two names.",
            "supermemory",
            "SUPERMEMORY_BASE_URL",
        ),
        (
            "B5-SM-LOCAL-DOC",
            "SupermemoryDocuments",
            "Supermemory's official client: notes as documents, whose passages are searched.",
            "Published as unavailable; 'memories' and 'documents' is our reading of the two names.",
            "supermemory",
            "SUPERMEMORY_BASE_URL",
        ),
        (
            "B5-MEM0-HOSTED",
            "HostedMem0",
            "Mem0's hosted service by its client 2.0.11, extraction on.",
            f"{_PER_NOTE}one payload per episode, and adds were not awaited.",
            "mem0",
            "MEM0_BASE_URL",
        ),
        (
            "B5-MEM0-HOSTED-LIT",
            "HostedMem0Literal",
            "Mem0's hosted service by its client 2.0.11, extraction off.",
            f"{_PER_NOTE}one payload per episode, and adds were not awaited.",
            "mem0",
            "MEM0_BASE_URL",
        ),
    )
)

_MEM0 = (*_mem0("", "mem0", ""), *_mem0("-NEW", "mem0-newest", "Newest"))

EXTERNAL = (*_MEM0, *_LANGMEM, *_AMEM, *_HOSTED)
