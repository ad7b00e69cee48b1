"""Who is let in: a wall before everything that the page's server answers, but for the login."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.page.login_page import login_html
from ui.users import Users

_PUBLIC = {
    "/login", "/login/", "/logout", "/favicon.ico", "/gradio_api/startup-events",
    "/gradio_api/app_id",
}  # fmt: skip


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
        if scope["type"] == "lifespan" or scope["path"] in _PUBLIC or self._is_logged_in(scope):
            await self._app(scope, receive, send)
            return
        refusal: Response = JSONResponse({"error": "Not authenticated"}, status_code=401)
        if scope["path"] == "/":
            languages = HTTPConnection(scope).headers.get("accept-language", "")
            refusal = HTMLResponse(login_html(languages))
        await refusal(scope, receive, send)

    def _is_logged_in(self, scope: Scope) -> bool:
        server = scope["app"]
        cookies = HTTPConnection(scope).cookies
        kinds = (f"access-token-{server.cookie_id}", f"access-token-unsecure-{server.cookie_id}")
        tokens = [token for kind in kinds if (token := cookies.get(kind)) in server.tokens]
        for token in tokens:
            if server.tokens[token] not in self._users.names():
                del server.tokens[token]
        return any(token in server.tokens for token in tokens)
