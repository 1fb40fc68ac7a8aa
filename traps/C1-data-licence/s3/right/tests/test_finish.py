import unittest

from relay import app, finish


class LicenceTest(unittest.TestCase):
    def test_readings_carry_it(self):
        found = app.answer({"target": "/tides"})["headers"]
        self.assertEqual(found["X-Data-Licence"], finish.TIDE_LICENCE)

    def test_nothing_else_does(self):
        for target, upstream in (("/tides", [404]), ("/berths", []), ("/about", [])):
            self.assertNotIn("X-Data-Licence", app.answer({"target": target}, upstream)["headers"])
