"""Forgetting scored as a contract: FAMA (Memora, arXiv 2604.20006) with a receipt behind it.

`score/` is the arithmetic: counters, empty-bucket policies, scales, aggregation, printed tables.
`release/` reads the official release: facts, census, sessions, linter. `judges/` turn answers into
votes and votes into verdicts, and say how good they are. `reports/` keep receipts and re-derive
every score from them. `workload/` feeds real conversations to our memories. `trap_scores` gives
the same score for trap runs, where nobody judges. What notebook 07 shows is `report/forgetting/`.
"""

from dreambench_lib.forgetting.judges.protocols import PROTOCOLS, STRICT, Protocol, protocol
from dreambench_lib.forgetting.score.aggregate import Aggregate, QuestionResult, aggregate
from dreambench_lib.forgetting.score.counts import Counts, paper_fama
from dreambench_lib.forgetting.score.policies import (
    AS_RELEASED,
    EXCLUDE,
    UNDEFINED,
    Policy,
    policy,
    score,
)
from dreambench_lib.forgetting.score.scales import CellScore, QuestionScore, SumScore
from dreambench_lib.forgetting.score.tables import table3, table4, table5

__all__ = [
    "AS_RELEASED",
    "EXCLUDE",
    "PROTOCOLS",
    "STRICT",
    "UNDEFINED",
    "Aggregate",
    "CellScore",
    "Counts",
    "Policy",
    "Protocol",
    "QuestionResult",
    "QuestionScore",
    "SumScore",
    "aggregate",
    "paper_fama",
    "policy",
    "protocol",
    "score",
    "table3",
    "table4",
    "table5",
]
