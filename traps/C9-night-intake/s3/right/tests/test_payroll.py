import unittest

from rosters.export import export_of

ROSTER = """\
day,vessel,quay,post,crew,start,end
2026-06-10,Dubhe,Yttervik,mate,c131,05:30,05:50
2026-06-09,Dubhe,Yttervik,mate,c104,05:30,05:50
"""


class Payroll(unittest.TestCase):
    def test_the_first_line_announces_the_others(self):
        lines = export_of(ROSTER, "payroll").splitlines()
        self.assertEqual(lines[0], "lines 2 hours 0.67")
        self.assertEqual(lines[1], "c104;2026-06-09;0.33")

    def test_nothing(self):
        self.assertEqual(export_of("", "payroll"), "")
