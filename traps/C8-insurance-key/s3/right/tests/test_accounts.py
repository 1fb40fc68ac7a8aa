import unittest

from ledger import accounts, entries


class Plan(unittest.TestCase):
    def test_known(self):
        self.assertEqual((accounts.title("8400"), accounts.tax_key("8400")), ("Sales", "VUM1900"))

    def test_parcel_insurance(self):
        self.assertEqual(accounts.title("4365"), "Parcel insurance")
        self.assertNotEqual(accounts.tax_key("4365"), "-")

    def test_unknown(self):
        self.assertEqual(
            (accounts.title("9999"), accounts.tax_key("9999")), ("(not in the plan)", "-")
        )

    def test_used(self):
        booked = entries.parse(
            "2026-03-02; 8400; A; 10\n2026-03-02; 1000; B; 2.50\n2026-03-03; 8400; C; 1\n"
        )
        self.assertEqual(
            accounts.used(booked), ["1000  -        (not in the plan)", "8400  VUM1900  Sales"]
        )

    def test_nothing_booked(self):
        self.assertEqual(accounts.used([]), [])
