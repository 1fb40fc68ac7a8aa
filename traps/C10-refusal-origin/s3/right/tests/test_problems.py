import json
import unittest

from relay import app, problems


class RefusalTest(unittest.TestCase):
    def test_parsed(self):
        found = json.loads(problems.body(404, "nothing under /Möwe"))
        self.assertEqual((found["status"], found["words"]), (404, "nothing under /Möwe"))

    def test_announced(self):
        found = app.answer({"target": "/pigeons"})
        self.assertEqual(found["headers"]["Content-Type"], "application/json")
        self.assertEqual(json.loads(found["body"])["status"], 404)
