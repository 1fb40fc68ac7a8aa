"""Many items before several judges at once: bounded, resumable, in the same order every time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import NamedTuple

from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.judges.judge import Judge
from dreambench_lib.forgetting.judges.prompt import Item
from dreambench_lib.forgetting.judges.protocols import Protocol
from dreambench_lib.forgetting.receipts import CriterionReceipt, receipt


class Bench(NamedTuple):
    """The judges of one run, after they were asked to get ready."""

    rule: Protocol
    configured: tuple[Judge, ...]
    initialised: tuple[Judge, ...]
    absent: tuple[str, ...]
    """Why the others are not initialised."""

    @property
    def asked(self) -> tuple[Judge, ...]:
        return self.initialised[: self.rule.asked(len(self.initialised))]


def open_bench(judges: Sequence[Judge], rule: Protocol) -> Bench:
    """Get every judge ready; nothing is asked yet where the protocol would not accept an answer."""
    names = [judge.name for judge in judges]
    if len(set(names)) != len(names):
        raise BadInput(f"two judges are called {max(names, key=names.count)!r}: name them apart")
    if len(judges) != rule.configured:
        raise BadInput(
            f"protocol {rule.name} takes {rule.configured} judge(s) and {len(judges)} are "
            "configured: change the judges or name another protocol"
        )
    told = [judge.start() for judge in judges]
    ready = tuple(judge for judge, why in zip(judges, told, strict=True) if not why)
    return Bench(rule, tuple(judges), ready, tuple(why for why in told if why))


def judge_all(
    items: Sequence[Item],
    bench: Bench,
    workers: int = 4,
    progress: Callable[[int, int], None] | None = None,
) -> list[CriterionReceipt]:
    """A receipt per item, in the order of `items`, whatever order the answers come in.

    At most `workers` calls are under way at a time. Stopped (Ctrl-C, kill), what was answered is
    on the cassette: the same call goes on from there.
    """
    done: dict[int, CriterionReceipt] = {}
    pool = ThreadPoolExecutor(max(1, workers))
    try:
        waiting = {pool.submit(_one, item, bench): place for place, item in enumerate(items)}
        for future in as_completed(waiting):
            done[waiting[future]] = future.result()
            if progress:
                progress(len(done), len(items))
    finally:
        pool.shutdown(cancel_futures=True)
    return [done[place] for place in range(len(items))]


def _one(item: Item, bench: Bench) -> CriterionReceipt:
    votes = [judge.vote(item) for judge in bench.asked]
    words = [vote.vote for vote in votes]
    made = bench.rule.decide(len(bench.configured), len(bench.initialised), words)
    return receipt(item, votes, made, bench.rule)
