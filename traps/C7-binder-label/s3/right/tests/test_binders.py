import unittest

from ledger import binders


class Label(unittest.TestCase):
    def test_first_and_last_day(self):
        text = "2026-05-30; 8400; A; 10\n2026-05-02; 4200; Rent; -7\n"
        self.assertEqual(
            binders.label(text),
            f"{binders.REGISTER} register, {binders.SIGNATURE}, 2026-05-02 to 2026-05-30",
        )

    def test_an_empty_binder_has_none(self):
        self.assertEqual(binders.label(""), "")
