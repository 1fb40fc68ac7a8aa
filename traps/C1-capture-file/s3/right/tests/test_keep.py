import tempfile
import unittest
from pathlib import Path

from wire import keep, text


class Keeping(unittest.TestCase):
    def test_written_over(self):
        with tempfile.TemporaryDirectory() as folder:
            keep.write(bytes(100), folder)
            path = keep.write(text.capture("samples/morning.hex"), folder)
            found = Path(path).read_text().splitlines()
            self.assertEqual([Path(path)], list(Path(folder).iterdir()))
        self.assertEqual(len(found), 7)
        self.assertEqual(found[0], "a701010a074b322d656173740007fa")

    def test_noise_is_left_out(self):
        self.assertEqual(keep.lines_of("00 a7030302043c070c ff"), ["a7030302043c070c"])
        self.assertEqual(keep.lines_of("a7030302043c070d"), [])
