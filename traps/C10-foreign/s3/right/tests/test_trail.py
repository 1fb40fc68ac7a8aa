import contextlib
import io
import unittest

from settings.cli import main
from settings.trail import lines


def run(*argv):
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        main(["trail", *argv])
    return out.getvalue().splitlines()


class TrailTest(unittest.TestCase):
    def test_changes_are_sorted(self):
        found = lines({"b.b": "1", "a.a": "1"}, {"b.b": "2", "a.a": "2"})
        self.assertEqual(len(found), 2)
        self.assertLess(found[0].index("a.a"), found[0].index("1 -> 2"))

    def test_equal_values_give_nothing(self):
        self.assertEqual(lines({"a.a": "1"}, {"a.a": "1"}), [])

    def test_missing_and_empty_are_the_same(self):
        self.assertEqual(lines({"a.a": ""}, {}), [])
        self.assertIn("a.a: (empty) -> 1", lines({}, {"a.a": "1"})[0])

    def test_the_command(self):
        found = run("examples/desk.toml", "--set", "server.port=9100")
        self.assertEqual(len(found), 1)
        self.assertIn("server.port: 9000 -> 9100", found[0])
        self.assertEqual(run("examples/desk.toml"), [])
