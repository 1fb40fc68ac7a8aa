import unittest

from rules import cage, codes, decide, exchange
from rules.common import RulesError
from rules.explain import explain, explain_record
from rules.receipts import receipt_for
from rules.ruleset import rules_from

HEAVY = {"code": "X1", "outcome": "hold", "when": {"field": "weight", "op": "over", "value": 30}}
ANIMALS = {
    "code": "X2",
    "outcome": "refuse",
    "when": {"field": "contents", "op": "holds", "value": "live animals"},
}


class Decisions(unittest.TestCase):
    def test_gravest_outcome_wins(self):
        decision = decide({"id": 1, "weight": 31, "contents": ["live animals"]},
                          rules_from([HEAVY, ANIMALS]))
        self.assertEqual(decision.outcome, "refuse")
        self.assertEqual([rule.code for rule in decision.fired], ["X1", "X2"])
        self.assertEqual(decision.deciding.code, "X2")

    def test_accepted_unless_a_rule_fires(self):
        decision = decide({"id": 1, "weight": 30}, rules_from([HEAVY]))
        self.assertEqual((decision.outcome, decision.deciding), ("accept", None))
        self.assertEqual(explain(decision), ["1: accept", "  no rule fired"])

    def test_bad_rules(self):
        for rows in ([HEAVY, HEAVY], [{**HEAVY, "outcome": "keep"}], [{"code": "X3"}]):
            with self.subTest(rows=rows), self.assertRaises(RulesError):
                rules_from(rows)


class Wording(unittest.TestCase):
    def test_explanation(self):
        lines = explain_record({"id": "K-1", "lane": "road", "weight": 31,
                                "receiver": {"country": "NO"}})
        self.assertEqual(lines[0], "K-1: hold")
        self.assertIn("  H24FT08 heavy parcel (scales desk)", lines)

    def test_receipt_of_a_held_consignment(self):
        lines = receipt_for({"id": "K-1", "lane": "road", "weight": 31,
                             "receiver": {"country": "NO"}})
        self.assertEqual(lines, ["consignment K-1", "outcome hold", "see the scales desk",
                                 f"cage {cage.DOOR}"])

    def test_receipt_of_an_accepted_consignment(self):
        lines = receipt_for({"id": "K-2", "lane": "sea", "receiver": {"country": "NO"}})
        self.assertEqual(lines[:2], ["consignment K-2", "outcome accept"])

    def test_codes(self):
        self.assertEqual(codes.code_for("Lane closed"), "D05NB13")
        with self.assertRaises(RulesError):
            codes.code_for("lost")

    def test_export(self):
        lines = exchange.export(rules_from([HEAVY, ANIMALS]))
        self.assertEqual(lines, ["X1 hold OVER(weight;30)",
                                 "X2 refuse HOLDS(contents;live animals)"])
