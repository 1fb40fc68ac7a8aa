import unittest

from relay import app, finish, queues


class CodeTest(unittest.TestCase):
    def test_answers(self):
        found = app.answer({"target": "/about"})["headers"]["Server"]
        self.assertEqual(found, f"harbour-relay/{finish.CODE}")

    def test_queues(self):
        self.assertIn(f"{finish.CODE}.berths-in", queues.names("berths"))
