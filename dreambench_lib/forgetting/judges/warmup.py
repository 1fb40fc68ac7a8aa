"""The question that a judge must answer, rightly or wrongly, before it counts as initialised."""

from dreambench_lib.forgetting.judges.prompt import Item
from dreambench_lib.forgetting.keys import CriterionKey

WARM_UP = Item(
    key=CriterionKey("warm-up", "", "", "warm-up", "warm-up"),
    task="",
    kind="presence",
    question="Which day is the market?",
    criterion="Does the response mention the day: Thursday?",
    answer="The market is on Thursday.",
    parts=("Thursday",),
)
