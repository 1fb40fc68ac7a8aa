import contextlib
import io
import unittest

from wire import listing
from wire.cli import main


class Csv(unittest.TestCase):
    def test_header_and_rows(self):
        lines = listing.csv_lines()
        self.assertEqual(lines[-1], "7,Lamps,3,house lit hours")
        self.assertIn("number,name,since,fields", lines)

    def test_newer_messages(self):
        names = [line.split(",")[1] for line in listing.csv_lines(3)[-2:]]
        self.assertEqual(names, ["Soil", "Lamps"])

    def test_since_alone(self):
        with contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(main(["list", "--since", "2"]), 2)
