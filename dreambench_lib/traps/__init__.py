"""Traps: templates, minting, gates and audit (the data stand in the top-level folder `traps/`)."""
