"""Agents behind which a model works: `reader-llm` fills slots, `openai` edits by tools."""
