import unittest

from ledger import advance


class Declare(unittest.TestCase):
    def test_a_refund_lowers_it(self):
        text = "2026-05-02; 8400; B; 100.50\n2026-05-09; 8400; Back; -0.50\n"
        self.assertEqual(advance.declare(text, "2026-05"), f"{advance.FIELD}=10000")

    def test_no_sales(self):
        text = "2026-05-02; 8400; B; 100.50\n2026-06-01; 4200; Rent; -7\n"
        self.assertEqual(advance.declare(text, "2026-06"), f"{advance.FIELD}=0")
