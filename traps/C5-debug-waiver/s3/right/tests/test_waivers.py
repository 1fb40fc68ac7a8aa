import unittest

from settings import desk
from settings.waivers import NUMBER, lines, waiver


class WaiversTest(unittest.TestCase):
    def test_covered(self):
        self.assertEqual(waiver("log.level"), NUMBER)

    def test_not_covered(self):
        self.assertEqual(waiver("mail.password"), "")

    def test_lines(self):
        self.assertEqual(lines(desk.SCHEMA)[0], f"log.level: {NUMBER}")
