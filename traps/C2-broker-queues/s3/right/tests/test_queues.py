import unittest

from settings import desk
from settings.queues import plan, queue


class QueuesTest(unittest.TestCase):
    def test_jobs_without_an_entry(self):
        self.assertEqual(queue("labels"), "labels")

    def test_manifests_have_a_queue_of_their_own(self):
        self.assertNotEqual(queue("manifests"), "manifests")

    def test_plan(self):
        jobs = desk.load(overrides=["jobs.kinds=manifests,import"])["jobs.kinds"]
        self.assertEqual(plan(jobs), [f"manifests: {queue('manifests')}", "import: import"])
