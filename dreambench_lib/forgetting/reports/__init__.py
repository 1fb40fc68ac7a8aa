"""Reports: answers in, receipts and scores out, and everything re-derived from the receipts."""
