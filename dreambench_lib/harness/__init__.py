"""The harness: sandboxes, referee, session, cell, run, records."""
