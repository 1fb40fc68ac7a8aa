"""What can be wrong with a store or with an item: one typed error each, with what to do."""

from __future__ import annotations

from dreambench_lib.errors import BadInput


class StoreRefused(BadInput):
    """The store cannot be opened here."""


class TwoWriters(StoreRefused):
    """Another memory has it open."""


class ForeignNamespace(StoreRefused):
    """It belongs to another namespace (RULES 6)."""


class OtherSchema(StoreRefused):
    """It was made by another version, or is no store at all."""


class EvidenceChanged(BadInput, ValueError):
    """Something tried to change raw evidence, or the evidence of an item (RULES 9)."""


class ItemFault(BadInput):
    """An item that cannot be kept. The probe goes on without it and counts it, by `kind`."""

    kind = "item"


class UnparsableOutput(ItemFault):
    """What a model returned is not the JSON it was asked for."""

    kind = "unparsable output"


class EmptyContent(ItemFault):
    """An item without content."""

    kind = "empty content"


class ScoreOutOfRange(ItemFault):
    """A score outside [0, 1], or none at all."""

    kind = "score out of range"


class UnknownType(ItemFault):
    """A type that is none of the eight."""

    kind = "unknown type"


class DanglingLink(ItemFault):
    """A supersession or contradiction that names an item which does not exist."""

    kind = "dangling link"


class Unavailable(ItemFault):
    """The model did not answer, after all attempts."""

    kind = "model unavailable"


KINDS = tuple(
    fault.kind
    for fault in (
        UnparsableOutput,
        EmptyContent,
        ScoreOutOfRange,
        UnknownType,
        DanglingLink,
        Unavailable,
    )
)
