"""What the effects say, in sentences made from their counts."""

from __future__ import annotations

from dreambench_lib.report.columns import rows
from dreambench_lib.report.prose import Prose, say
from dreambench_lib.report.why.effects import Effects
from dreambench_lib.report.why.story import Story
from dreambench_lib.report.why.tables import reason_table
from dreambench_lib.report.words import BLOCKS, Block, count


def read_why(found: Effects, block: Block = "needs") -> Prose:
    """Per condition: of the cells that failed, how many for which reason."""
    lines = []
    for row in rows(reason_table(found, block)):
        failed = row["cells"] - row["passed"]
        if not failed:
            lines.append(f"**{row['condition']}** passed all {count(row['cells'], 'cell')}.")
            continue
        lines.append(
            f"**{row['condition']}** failed {failed} of {count(row['cells'], 'cell')}: "
            f"{row['harmed']} would have passed without one of the items shown, "
            f"{row['missing']} lacked a needed fact, "
            f"{row['unused']} had all that is needed and no single item to blame."
        )
    return Prose("\n".join([f"Where {BLOCKS[block]}:", "", *(f"- {line}" for line in lines)]))


def read_story(told: Story) -> Prose:
    """Which items of the told cell made it fail."""
    if not told.cell:
        return say("No cell here was made to fail by one item alone.")
    harm = told.items[told.items["effect"] == "harmed"]
    ranks = ", ".join(map(str, harm["rank"]))
    return say(
        f"`{told.cell}` was shown {count(len(told.items), 'item')}.",
        f"Without item {ranks}, it passes."
        if len(harm) == 1
        else f"Without any one of {ranks}, it passes.",
    )
