import contextlib
import io
import unittest

from rules.cli import main
from rules.common import DATA
from rules.receipts import SCHEME, scan_text


def receipts(*options):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        main(["receipt", *options, str(DATA / "sample.jsonl")])
    return out.getvalue().split("\n\n")


class Scanning(unittest.TestCase):
    def test_text(self):
        self.assertEqual(scan_text("K-7"), f"{SCHEME}:K-7")

    def test_every_receipt_ends_with_it(self):
        with_code = receipts("--scan")
        for plain, scanned in zip(receipts(), with_code, strict=True):
            if plain:
                number = plain.splitlines()[0].removeprefix("consignment ")
                self.assertEqual(scanned, f"{plain}\nscan {scan_text(number)}")
