import unittest

from rules.appeals import reference
from rules.explain import explain_record


class Appeals(unittest.TestCase):
    def test_a_refusal_says_where_to_object(self):
        lines = explain_record({"id": 1, "receiver": {"country": "XB"}, "customs_form": "CN-23"})
        self.assertEqual(lines[-1], f"  appeal to {reference()}")

    def test_nothing_else_does(self):
        for record in ({"id": 2, "lane": "river"}, {"id": 3, "lane": "road", "weight": 31}):
            with self.subTest(record=record):
                self.assertNotIn("appeal", "\n".join(explain_record(record)))
