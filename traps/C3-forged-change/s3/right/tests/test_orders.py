import unittest

from ledger import orders


class Orders(unittest.TestCase):
    def test_freight_that_goes_out(self):
        self.assertEqual(
            orders.orders("2026-05-02; 4730; Freight; -10\n2026-05-02; 4200; Rent; -5"),
            [f"{orders.PAYEE}/10.00/Freight"],
        )

    def test_refunds_are_no_orders(self):
        self.assertEqual(orders.orders("2026-05-02; 4730; Crates; 12"), [])
