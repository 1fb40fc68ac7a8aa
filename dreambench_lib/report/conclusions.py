"""What a comparison allows to be said: "failed to reject" is never worded as equality."""

from __future__ import annotations

from dreambench_lib.report.frames import Frames
from dreambench_lib.report.prose import Prose
from dreambench_lib.report.words import exact
from dreambench_lib.stats import EXPLORATORY, Comparison


def conclusions(
    frames: Frames, comparison: Comparison, block: str, alpha: float, adjusted: float | None = None
) -> Prose:
    """The sentences that this comparison supports, as a list."""
    first, second, p = comparison.first, comparison.second, comparison.p_exact
    judged = float(p) if adjusted is None else adjusted
    corrected = "" if adjusted is None else f"; after Holm {adjusted:.4g}"
    scope = "all constructs" if block == "all" else f"the block *{block}*"
    head = (
        f"Over {scope}, {first} alone passed {comparison.b} cells and {second} alone "
        f"{comparison.c} (D = {comparison.D:+d}, p = {exact(p)}{corrected})."
    )
    lines = [head, _verdict(comparison, judged, alpha)]
    if comparison.status == EXPLORATORY:
        lines.append(
            "No frozen plan names this comparison: it is **exploratory**, a reason to look again "
            "and no finding."
        )
    else:
        lines.append(f"The comparison was {comparison.status}.")
    least = comparison.signflip.smallest_p
    if least > alpha:
        lines.append(
            f"With {comparison.signflip.nonzero} traps that are not tied, no pattern of signs "
            f"gives a p below {exact(least)}: this comparison could not have rejected at {alpha:g}."
        )
    if not frames.published:
        lines.append(
            f"The agent is a **{frames.label}**, a fixed reading policy: differences come from "
            "memory alone, and say nothing of how often a language model would pass."
        )
    return Prose("\n".join(f"- {line}" for line in lines))


def _verdict(comparison: Comparison, judged: float, alpha: float) -> str:
    first, second = comparison.first, comparison.second
    if judged <= alpha:
        better, worse = (first, second) if comparison.D > 0 else (second, first)
        return (
            f"At {alpha:g} the test **rejects**: which label a trap's outcomes bear matters, in "
            f"favour of {better} over {worse} on these traps."
        )
    return (
        f"At {alpha:g} the test **failed to reject**. That is no evidence that {first} and "
        f"{second} are equally good: equality needs a margin declared beforehand, and none was."
    )
