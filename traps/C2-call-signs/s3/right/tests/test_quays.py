import unittest

from rosters.fleet import quay_lines, quays


class Quays(unittest.TestCase):
    def test_list(self):
        self.assertEqual(quay_lines()[0], "Brattvik  KD41RM  2")
        self.assertEqual(len(quay_lines()), len(quays()))

    def test_the_northern_line(self):
        self.assertEqual(quays()["Holmsund"].ramps, 1)
