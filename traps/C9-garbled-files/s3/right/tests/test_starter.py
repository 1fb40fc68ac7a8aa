import tomllib
import unittest

from settings import desk
from settings.starter import HEADING, lines


class StarterTest(unittest.TestCase):
    def test_nothing_is_set(self):
        text = "\n".join(lines(desk.SCHEMA.sections))
        self.assertEqual(tomllib.loads(text), {name: {} for name in desk.SCHEMA.sections})

    def test_without_the_comment_signs_it_gives_the_defaults(self):
        text = "\n".join(line.removeprefix("#") for line in lines(["server", "log"])[1:])
        self.assertEqual(desk.load(text).values, desk.load().values)

    def test_a_heading(self):
        self.assertEqual(lines([])[0], HEADING)
