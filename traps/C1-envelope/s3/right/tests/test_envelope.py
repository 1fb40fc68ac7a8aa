import contextlib
import io
import unittest

from settings.cli import main
from settings.envelope import MARKER, wrap


def export(*options):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        main(["export", *options])
    return out.getvalue().splitlines()


class EnvelopeTest(unittest.TestCase):
    def test_wrap(self):
        self.assertEqual(wrap(["a=1", "b=2"]), [MARKER, "lines 2", "a=1", "b=2", "end"])

    def test_nothing_to_wrap(self):
        self.assertEqual(wrap([]), [MARKER, "lines 0", "end"])

    def test_the_command(self):
        self.assertEqual(export("--envelope"), wrap(export()))
