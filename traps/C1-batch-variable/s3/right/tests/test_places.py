import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from ledger import places
from ledger.cli import main


class Find(unittest.TestCase):
    def test_looks_into_the_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            found = places.find(Path("may.journal"), {places.VARIABLE: folder})
            self.assertEqual(found, Path(folder) / "may.journal")

    def test_leaves_other_paths_alone(self):
        here = Path(__file__)
        self.assertEqual(places.find(here, {places.VARIABLE: "/nowhere"}), here)
        self.assertEqual(places.find(Path("may.journal"), {}), Path("may.journal"))

    def test_shown(self):
        self.assertEqual(places.shown({}), f"{places.VARIABLE} (not set)")


class Commands(unittest.TestCase):
    def test_hint(self):
        err = io.StringIO()
        with contextlib.redirect_stderr(err):
            self.assertEqual(main(["check", "absent.journal"]), 1)
        self.assertEqual(err.getvalue().splitlines()[-1], places.hint())
