import unittest

from rules.receipts import ENQUIRY, receipt_for


class Questions(unittest.TestCase):
    def test_accepted(self):
        lines = receipt_for({"id": "K-1", "lane": "sea", "receiver": {"country": "NO"}})
        self.assertEqual(lines[2:], ["bag SEA", f"questions {ENQUIRY}"])
        self.assertLessEqual(max(map(len, lines)), 40)

    def test_nobody_else_is_told(self):
        for fields in ({"weight": 31}, {"lane": "river"}, {"contents": ["live animals"]}):
            record = {"id": "K-1", "lane": "road", "receiver": {"country": "NO"}, **fields}
            with self.subTest(fields=fields):
                self.assertNotIn(ENQUIRY, "\n".join(receipt_for(record)))
