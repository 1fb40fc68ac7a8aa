import unittest

from rules.accounts import WALK_IN, account_for, per_account


class Accounts(unittest.TestCase):
    def test_given(self):
        self.assertEqual(account_for({"id": 1, "sender": {"account": " AB77 "}}), "AB77")

    def test_walk_in(self):
        for sender in ({}, {"account": ""}, {"account": "   "}, {"account": None}):
            with self.subTest(sender=sender):
                self.assertEqual(account_for({"id": 1, "sender": sender}), WALK_IN)
        self.assertEqual(account_for({"id": 1}), WALK_IN)

    def test_counts(self):
        records = [{"id": 1}, {"id": 2, "sender": {"account": "AB77"}}, {"id": 3}]
        self.assertEqual(per_account(records), sorted([("AB77", 1), (WALK_IN, 2)]))
