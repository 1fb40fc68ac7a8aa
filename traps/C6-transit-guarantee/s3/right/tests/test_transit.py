import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from rules.cli import main
from rules.transit import guarantee, paper

RECORD = '{"id": "K-3", "receiver": {"country": "IT"}, "transit": ["CH"]}'


class Papers(unittest.TestCase):
    def test_every_country_is_named(self):
        lines = paper({"id": 1, "receiver": {"country": "IT"}, "transit": ["DE", "AT"]})
        self.assertEqual(
            lines, ["transit 1", "to IT", "via DE", "via AT", f"guarantee {guarantee()}"]
        )

    def test_nothing_to_cross(self):
        for record in ({"id": 1}, {"id": 1, "transit": []}, {"id": 1, "transit": None}):
            with self.subTest(record=record):
                self.assertEqual(paper(record), [])

    def test_command(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "records.jsonl"
            path.write_text('{"id": "K-2"}\n' + RECORD, encoding="utf-8")
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                main(["transit", str(path)])
        self.assertEqual(out.getvalue().splitlines()[:3], ["transit K-3", "to IT", "via CH"])
