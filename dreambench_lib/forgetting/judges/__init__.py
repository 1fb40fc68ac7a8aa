"""Judges: what each is asked, how votes become verdicts, and how good the judges are."""
