import unittest

from relay.message import request_from
from relay.signing import sign, verify


class SwapTest(unittest.TestCase):
    def setUp(self):
        self.plain = {"target": "/tides?day=monday", "headers": {"X-Agent": "Lund"}}
        self.signature = sign(request_from(self.plain), "key")

    def test_unchanged(self):
        self.assertTrue(verify(request_from(self.plain), "key", self.signature))

    def test_query(self):
        swapped = request_from({**self.plain, "target": "/tides?day=sunday"})
        self.assertFalse(verify(swapped, "key", self.signature))

    def test_agent(self):
        swapped = request_from({**self.plain, "headers": {"X-Agent": "Holm"}})
        self.assertFalse(verify(swapped, "key", self.signature))
