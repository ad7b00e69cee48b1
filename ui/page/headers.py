"""Which requests are answered at all, and what browsers are told with every reply.

They load nothing from elsewhere and show the page in no other.
Titles, abstracts and what models write are made safe where they are shown (`markup`); this holds
even where that, or Gradio, should have a hole.
"""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_HEADERS = {
    # Gradio's own page needs inline scripts and evaluates its components' scripts.
    "Content-Security-Policy": (
        "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; object-src 'none'; "
        "base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class SafeHeaders:
    """Adds the headers to whatever is sent."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await self._app(scope, receive, send_with_headers)


class OwnNamesOnly:
    """Answers only what was asked of this machine by one of its own names.

    A web page elsewhere can have its own name lead to this machine (DNS rebinding) and would then
    read the library with the browser's help.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or is_own(_name_in(Headers(scope=scope).get("host", ""))):
            await self._app(scope, receive, send)
            return
        refusal = PlainTextResponse("This page is for its own machine alone.", status_code=421)
        await refusal(scope, receive, send)


def is_own(host: str) -> bool:
    """Whether a name or address is this machine's own for itself (loopback)."""
    try:
        return host == "localhost" or ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _name_in(host_and_port: str) -> str:
    try:
        return urlsplit(f"//{host_and_port}").hostname or ""
    except ValueError:
        return ""
