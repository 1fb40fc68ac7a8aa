import unittest

from wire import dump, soil


class Curve(unittest.TestCase):
    def test_behind_the_moisture(self):
        self.assertEqual(
            dump.lines_of("a70306040403014c8572"),
            [f"v3 Soil: house 4, bed 3, moisture 33.2 % by {soil.curve()}"],
        )

    def test_nowhere_else(self):
        self.assertNotIn(" by ", dump.lines_of("a7030302043c070c")[0])
