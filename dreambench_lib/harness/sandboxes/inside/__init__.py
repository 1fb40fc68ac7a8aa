"""What runs *inside* a sandbox: standard library only, shipped in as files.

Nothing here holds a question before it is asked, and nothing ever holds an answer's expectation.
"""
