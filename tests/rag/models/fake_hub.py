"""A model hub on this machine, with the few answers that a download needs."""

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

COMMIT = "0" * 40


@dataclass
class Hub:
    """Files by path (`owner/name/file`), and what was asked for.

    `sent_at_most` breaks a download off after so many bytes; `stated` replaces the digest;
    without `ranges` every answer is the whole file.
    """

    files: dict[str, bytes]
    asked: list[str] = field(default_factory=list)
    sent_at_most: int | None = None
    stated: str | None = None
    ranges: bool = True
    url: str = ""


@contextmanager
def running(hub: Hub) -> Iterator[Hub]:
    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self._answer(with_body=False)

        def do_GET(self) -> None:
            self._answer(with_body=True)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

        def _answer(self, *, with_body: bool) -> None:
            path = self.path.lstrip("/").replace("resolve/main/", "").replace("%2F", "/")
            hub.asked.append(f"{self.command} {path} {self.headers.get('Range', '')}".strip())
            content = hub.files.get(path)
            if content is None:
                self.send_response(404)
                known = any(file.startswith(path.rsplit("/", 1)[0] + "/") for file in hub.files)
                self.send_header("X-Error-Code", "EntryNotFound" if known else "RepoNotFound")
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            wanted = self.headers.get("Range") if hub.ranges else None
            start = int(wanted.split("=")[1].split("-")[0]) if wanted else 0
            self.send_response(206 if wanted else 200)
            self.send_header("ETag", f'"{hub.stated or hashlib.sha256(content).hexdigest()}"')
            self.send_header("X-Repo-Commit", COMMIT)
            self.send_header("Content-Length", str(len(content) - start))
            self.end_headers()
            if with_body:
                end = len(content) if hub.sent_at_most is None else start + hub.sent_at_most
                self.wfile.write(content[start:end])

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    hub.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield hub
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
