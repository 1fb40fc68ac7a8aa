import unittest

from rosters.export import export_of
from rosters.link import PIECE, link_of

ROSTER = """\
day,vessel,quay,post,crew,start,end
2026-06-10,Dubhe,Yttervik,mate,c131,05:30,11:30
"""


class Links(unittest.TestCase):
    def test_week(self):
        self.assertTrue(link_of(ROSTER).endswith(f"/{PIECE}/2026-W24"))

    def test_board(self):
        self.assertEqual(
            export_of(ROSTER, "board").splitlines()[-2:], ["", f"see {link_of(ROSTER)}"]
        )

    def test_nothing(self):
        self.assertEqual(link_of(""), "")
