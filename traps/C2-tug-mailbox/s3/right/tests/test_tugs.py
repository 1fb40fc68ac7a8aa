import unittest

from relay import app


class TugsTest(unittest.TestCase):
    def test_an_order(self):
        found = app.answer({"method": "POST", "target": "/tugs/orders"}, [503, 201])
        self.assertEqual((found["status"], found["body"].splitlines()[0]), (201, "taken by tugs"))

    def test_what_became_of_it(self):
        self.assertEqual(app.answer({"target": "/tugs/orders/9"})["status"], 200)
