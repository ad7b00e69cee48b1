"""A model server that says what a test told it to say."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

MODELS = json.dumps({"data": [{"id": "scripted"}]})


@dataclass
class Script:
    """What is answered, by path, and what was asked.

    An answer is a status and a body, or a list of event lines; None among them means silence
    until the client goes away.
    """

    answers: dict[str, tuple[int, str] | list[str | None]]
    requests: list[tuple[str, dict[str, Any], str]] = field(default_factory=list)
    client_left: threading.Event = field(default_factory=threading.Event)
    url: str = ""


@contextmanager
def serving(script: Script) -> Iterator[Script]:
    script.answers.setdefault("/v1/models", (200, MODELS))
    end = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer({})

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            self._answer(json.loads(self.rfile.read(length)))

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

        def _answer(self, body: dict[str, Any]) -> None:
            script.requests.append((self.path, body, self.headers.get("Authorization", "")))
            answer = script.answers.get(self.path, (404, "nothing here"))
            if isinstance(answer, tuple):
                self.send_response(answer[0])
                self.send_header("Content-Length", str(len(answer[1].encode())))
                self.end_headers()
                self.wfile.write(answer[1].encode())
                return
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            for line in answer:
                if line is None:
                    self._wait_for_the_client_to_leave()
                    return
                self.wfile.write(f"{line}\n\n".encode())
                self.wfile.flush()

        def _wait_for_the_client_to_leave(self) -> None:
            self.connection.settimeout(0.01)
            while not end.is_set():
                try:
                    if self.connection.recv(1) == b"":
                        script.client_left.set()
                        return
                except TimeoutError:
                    continue
                except OSError:
                    script.client_left.set()
                    return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    script.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield script
    finally:
        end.set()
        server.shutdown()
        thread.join()
        server.server_close()
