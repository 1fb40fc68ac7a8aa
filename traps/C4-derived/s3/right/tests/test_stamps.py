import unittest

from rules.receipts import bag_tag, receipt_for, stamp_for


class Stamps(unittest.TestCase):
    def test_only_what_is_accepted_is_stamped(self):
        self.assertTrue(stamp_for("accept"))
        for outcome in ("refuse", "hold", "reroute"):
            self.assertEqual(stamp_for(outcome), "")

    def test_the_receipt_ends_with_the_stamp(self):
        lines = receipt_for({"id": 1, "lane": "sea", "receiver": {"country": "NO"}})
        self.assertEqual(lines[-1], f"stamp {stamp_for('accept')}")

    def test_every_bag_tag_bears_the_stamp(self):
        for lane in ("air", "rail", "road", "sea"):
            with self.subTest(lane=lane):
                self.assertEqual(set(bag_tag(lane).split("/")), {stamp_for("accept"), lane.upper()})
