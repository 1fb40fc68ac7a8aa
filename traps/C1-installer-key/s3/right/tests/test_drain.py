import unittest

from settings import desk
from settings.kinds import DURATION


class DrainTest(unittest.TestCase):
    def test_half_a_minute_by_default(self):
        fields = [f for f in desk.SCHEMA if f.section == "server" and f.kind == DURATION]
        self.assertEqual([desk.load()[field.path] for field in fields], [30])

    def test_it_takes_a_unit(self):
        (field,) = (f for f in desk.SCHEMA if f.section == "server" and f.kind == DURATION)
        effective = desk.load(overrides=[f"{field.path}=2m"])
        self.assertEqual(effective[field.path], 120)
