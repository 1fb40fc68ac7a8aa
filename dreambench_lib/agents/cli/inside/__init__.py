"""What runs inside the room beside the agent; it imports nothing but the standard library."""
