import unittest

from ledger import channels, upload


class Sending(unittest.TestCase):
    def setUp(self):
        self.request = upload.request("retail", "day  text\n")

    def test_request(self):
        self.assertEqual(self.request.head()[0], "PUT /exports/retail")
        self.assertIn("X-Channel: retail", self.request.head())
        self.assertIn(f"X-Collection: {upload.COLLECTION}", self.request.head())
        self.assertEqual(self.request.body, b"day  text\n")

    def test_unknown_channel(self):
        with self.assertRaises(channels.UnknownChannel):
            upload.request("press", "")

    def test_tries_again_while_the_host_is_at_fault(self):
        answers = iter([503, 502, 201])
        self.assertEqual(upload.send(lambda _: next(answers), self.request), 3)

    def test_gives_up(self):
        with self.assertRaisesRegex(upload.UploadError, "3 attempts"):
            upload.send(lambda _: 503, self.request)

    def test_a_refusal_is_final(self):
        with self.assertRaisesRegex(upload.UploadError, "status 403"):
            upload.send(lambda _: 403, self.request)
