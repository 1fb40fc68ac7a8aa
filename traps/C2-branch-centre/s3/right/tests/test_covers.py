import unittest

from ledger import covers


class Cover(unittest.TestCase):
    def test_one_and_many(self):
        head = f"Mill Lane | {covers.CENTRE} | "
        one = "2026-05-04; 8400; Rolls; 12.50\n"
        self.assertEqual(covers.cover(one), head + "1 booking | 12.50")
        self.assertEqual(covers.cover(one + one), head + "2 bookings | 25.00")

    def test_none(self):
        self.assertTrue(covers.cover("# closed").endswith(" | 0 bookings | 0.00"))
