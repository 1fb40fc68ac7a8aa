"""A memory behind HTTP in forty lines: every note, newest first (see docs/memory-http.md).

python docs/examples/http_memory.py 8765
dreambench conformance http:http://127.0.0.1:8765
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

NOTES: dict[str, dict[str, dict]] = {}  # namespace -> id -> note


class Memory(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # or every answer waits for the one before to be acknowledged

    def do_GET(self) -> None:
        self.answer(200, {"version": 1, "name": "newest first", "persistent": True})

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        notes = NOTES.setdefault(asked["namespace"], {})
        if self.path == "/write":
            notes.update({note["id"]: note for note in asked["episode"]["notes"]})
            self.answer(200, {})
        elif self.path == "/sleep":
            self.answer(200, {})
        elif self.path == "/read":
            newest = sorted(notes.values(), key=lambda note: (-note["session"], note["id"]))
            recalls = [{"text": note["text"], "sources": [note["id"]]} for note in newest]
            self.answer(200, {"recalls": recalls[: asked["query"]["items"]]})
        else:
            self.answer(404, {"error": f"no such path: {self.path}"})

    def answer(self, status: int, body: dict) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Memory)
    print(server.server_address[1], flush=True)  # port 0 takes a free one
    server.serve_forever()
