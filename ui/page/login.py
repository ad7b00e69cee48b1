"""Who is let in: a wall before everything that the page's server answers, but for the login."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.users import Users

# What the login page itself is made of; it tells nothing of the library.
_PUBLIC = {
    "/", "/login", "/login/", "/logout", "/theme.css", "/favicon.ico", "/robots.txt",
    "/manifest.json", "/gradio_api/startup-events", "/gradio_api/login_check",
    "/gradio_api/app_id", "/gradio_api/theme.css",
}  # fmt: skip
_PUBLIC_FOLDERS = ("/assets/", "/static/")


def password_check(users: Users) -> Any:
    """Gradio's `auth`: checks a password beside the event loop, one at a time.

    It may be asynchronous, though its type does not say so. Whoever guesses passwords keeps one
    core busy at most, and gets a few tries a second. It is a function, not a callable object:
    Gradio would take that one's coroutine for a yes.
    """
    one_at_a_time = ThreadPoolExecutor(1, "password")

    async def check(name: str, password: str) -> bool:
        running = asyncio.get_running_loop()
        return await running.run_in_executor(one_at_a_time, users.check, name, password)

    return check


class LoginWall:
    """Refuses what comes from nobody who is logged in, and from users who were removed since.

    Gradio itself asks for a login only on some of its paths: streams and cancelling are open.
    """

    def __init__(self, app: ASGIApp, users: Users) -> None:
        self._app = app
        self._users = users

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self._lets_pass(scope):
            await self._app(scope, receive, send)
            return
        refusal = JSONResponse({"error": "Not authenticated"}, status_code=401)
        await refusal(scope, receive, send)

    def _lets_pass(self, scope: Scope) -> bool:
        server = scope["app"]
        cookies = HTTPConnection(scope).cookies
        kinds = (f"access-token-{server.cookie_id}", f"access-token-unsecure-{server.cookie_id}")
        tokens = [token for kind in kinds if (token := cookies.get(kind)) in server.tokens]
        for token in tokens:
            if server.tokens[token] not in self._users.names():
                del server.tokens[token]
        path = str(scope["path"])
        public = path in _PUBLIC or path.startswith(_PUBLIC_FOLDERS)
        return public or any(token in server.tokens for token in tokens)
