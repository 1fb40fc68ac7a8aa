"""A memory as MCP tools in twenty lines: every note, newest first (see docs/memory-mcp.md).

pip install mcp
dreambench conformance "mcp:python docs/examples/mcp_memory.py"
"""

from mcp.server import MCPServer

server = MCPServer("newest first")
NOTES: dict[str, dict[str, dict]] = {}  # namespace -> id -> note


@server.tool()
def write(namespace: str, episode: dict) -> dict:
    """Keep every note of a session."""
    NOTES.setdefault(namespace, {}).update({note["id"]: note for note in episode["notes"]})
    return {}


@server.tool()
def search(namespace: str, query: dict) -> dict:
    """What is known, newest first."""
    notes = NOTES.get(namespace, {}).values()
    newest = sorted(notes, key=lambda note: (-note["session"], note["id"]))
    recalls = [{"text": note["text"], "sources": [note["id"]]} for note in newest]
    return {"recalls": recalls[: query["items"]]}


if __name__ == "__main__":
    server.run()
