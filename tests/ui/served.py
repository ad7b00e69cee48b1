"""The page, served for a test."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from ui.conversation_store import ConversationStore
from ui.page.desk import Asks, Holds
from ui.page.running import BackgroundModel
from ui.users import Users
from ui.web import build, launch


@contextmanager
def served(
    assistant: Asks,
    library: Holds,
    model: BackgroundModel | None = None,
    port: int = 0,
    users: Users | None = None,
    history: ConversationStore | None = None,
) -> Iterator[str]:
    """The page's address, while the context lasts."""

    async def start() -> tuple[object, str]:
        page = build(assistant, library, model=model, history=history)
        return page, launch(page, port=port, users=users)

    # Where no event loop runs, Gradio makes several and leaves them unclosed; in the test's own
    # thread the browser's driver may have one running already.
    with ThreadPoolExecutor(1) as pool:
        page, address = pool.submit(lambda: asyncio.run(start())).result()
    try:
        yield address
    finally:
        page.close(verbose=False)  # type: ignore[attr-defined]
