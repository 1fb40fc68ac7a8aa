import unittest

from relay.outgoing import headers_for


class BodyTest(unittest.TestCase):
    def test_described(self):
        found = headers_for({"method": "POST", "target": "/x", "body": "Möwe"}, "berths")
        self.assertEqual(found["Content-Length"], "5")
        self.assertTrue(found["Content-Type"].startswith("text/plain"))

    def test_no_body(self):
        found = headers_for({"target": "/x"}, "tides")
        self.assertFalse({"Content-Type", "Content-Length"} & set(found))
