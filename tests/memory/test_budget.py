"""The one budget: never exceeded, order kept, idempotent."""

from hypothesis import given
from hypothesis import strategies as st

from dreambench_lib.memory.budget import cut, words
from dreambench_lib.records import Budget, Recall

recalls = st.lists(
    st.builds(
        Recall,
        text=st.text(alphabet="ab \n", max_size=40),
        sources=st.lists(st.sampled_from("xyz"), max_size=2).map(tuple),
        admitted=st.booleans(),
        decision=st.sampled_from(["", "why"]),
    ),
    max_size=12,
)
budgets = st.builds(Budget, items=st.integers(0, 6), words=st.integers(0, 30))


@given(recalls, budgets)
def test_the_budget_is_never_exceeded(given_recalls: list[Recall], budget: Budget) -> None:
    shown = [item for item in cut(given_recalls, budget) if item.shown]
    assert len(shown) <= budget.items
    assert sum(words(item.text) for item in shown) <= budget.words


@given(recalls, budgets)
def test_every_recall_comes_back_in_order_with_a_reason(
    given_recalls: list[Recall], budget: Budget
) -> None:
    items = cut(given_recalls, budget)
    assert [item.text for item in items] == [recall.text for recall in given_recalls]
    assert [item.rank for item in items] == list(range(1, len(items) + 1))
    assert all(item.decision for item in items)
    assert not any(i.shown for i, r in zip(items, given_recalls, strict=True) if not r.admitted)


@given(recalls, budgets)
def test_cutting_again_what_was_shown_changes_nothing(
    given_recalls: list[Recall], budget: Budget
) -> None:
    first = [item for item in cut(given_recalls, budget) if item.shown]
    again = [Recall(text=item.text, sources=item.sources) for item in first]
    assert [(i.text, i.shown) for i in cut(again, budget)] == [(i.text, True) for i in first]


@given(recalls, budgets)
def test_refused_items_charge_nothing(given_recalls: list[Recall], budget: Budget) -> None:
    admitted = [recall for recall in given_recalls if recall.admitted]
    all_shown = [item.text for item in cut(given_recalls, budget) if item.shown]
    assert all_shown == [item.text for item in cut(admitted, budget) if item.shown]


def test_a_long_item_does_not_block_a_short_one() -> None:
    items = cut([Recall(text="a " * 20), Recall(text="b")], Budget(items=6, words=5))
    assert [item.shown for item in items] == [False, True]
    assert items[0].decision == "skipped: 20 words, 5 left"


def test_an_asked_limit_is_honoured() -> None:
    many = [Recall(text=f"item {number}") for number in range(300)]
    assert sum(item.shown for item in cut(many, Budget(items=200, words=10_000))) == 200
