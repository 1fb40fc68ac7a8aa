import unittest

from rules.common import RulesError
from rules.receipts import receipt_for
from rules.seals import SERIES, seal


def accepted(**fields):
    return receipt_for({"id": "K-1", "receiver": {"country": "NO"}, **fields})


class Seals(unittest.TestCase):
    def test_six_digits(self):
        self.assertEqual(seal(7), f"{SERIES}-000007")
        self.assertEqual(seal(999999), f"{SERIES}-999999")

    def test_limits(self):
        for number in (0, -1, 1000000):
            with self.subTest(number=number), self.assertRaises(RulesError):
                seal(number)

    def test_receipts(self):
        self.assertEqual(accepted(lane="rail", seal=8)[-1], f"seal {seal(8)}")
        for fields in ({"lane": "road", "seal": 8}, {"lane": "sea"}, {"lane": "sea", "seal": True}):
            with self.subTest(fields=fields):
                self.assertTrue(accepted(**fields)[-1].startswith("bag "))
