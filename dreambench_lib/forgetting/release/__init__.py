"""The official Memora release: layout, records, facts, census, sessions, linter."""
