import unittest

from rules.conditions import describe, parse
from rules.exchange import encode, token
from rules.operators import apply


class Spans(unittest.TestCase):
    def test_both_ends_are_included(self):
        for hour, fits in ((15, False), (16, True), (18.5, True), (20, True), (21, False)):
            with self.subTest(hour=hour):
                self.assertIs(apply("spans", [16, 20], hour), fits)

    def test_anything_but_a_pair_of_numbers_does_not_fit(self):
        for window in ("16-20", [16], [16, 18, 20], ["16", "20"], None):
            with self.subTest(window=window):
                self.assertFalse(apply("spans", window, 18))
        self.assertFalse(apply("spans", [16, 20], "18"))

    def test_wording_and_exchange(self):
        condition = parse({"field": "pickup", "op": "spans", "value": 18})
        self.assertEqual(describe(condition), "pickup spans 18")
        self.assertEqual(encode(condition), f"{token('spans')}(pickup;18)")
