import unittest

from rosters.export import export_of
from rosters.forms import head

ROSTER = """\
day,vessel,quay,post,crew,start,end
2026-06-10,Dubhe,Yttervik,mate,c131,05:30,11:30
"""


class Forms(unittest.TestCase):
    def test_board(self):
        first, second = export_of(ROSTER, "board").splitlines()[:2]
        self.assertEqual((first, second), (head(), "Wednesday 10 June 2026"))

    def test_others_are_no_forms(self):
        for layout in ("csv", "table", "payroll"):
            self.assertNotIn(head(), export_of(ROSTER, layout))
