import unittest
import xml.etree.ElementTree as tree

from ledger import portal


class Document(unittest.TestCase):
    def test_texts_are_escaped(self):
        root = tree.fromstring(portal.document("2026-05-04; 8400; A < B & C; 12.50"))
        self.assertEqual(root.tag, "{" + portal.NAMESPACE + "}journal")
        self.assertEqual([booking.text for booking in root], ["A < B & C"])
        self.assertEqual(root[0].attrib, {"day": "2026-05-04", "account": "8400", "cents": "1250"})

    def test_nothing_booked(self):
        self.assertEqual(len(tree.fromstring(portal.document("# quiet"))), 0)
