import unittest

from wire import batch, text


class Batch(unittest.TestCase):
    def test_counts(self):
        lines = batch.batch(text.capture("samples/morning.hex"))
        self.assertIn("open 7", lines)
        self.assertEqual(lines[-1], "close 70")

    def test_noise_is_no_batch(self):
        self.assertEqual(batch.batch_of("00ff"), [])
