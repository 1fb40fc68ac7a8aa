"""What runs in an agent's room: each file alone, with nothing of this project beside it."""
