"""The web page: the chat, the sources beside it, the library; for this machine, or for users."""

from __future__ import annotations

import os
import socket
import threading
import webbrowser
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

# Read when gradio is imported: nothing about the use of this program leaves the machine.
os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"
os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"
# Nor are statistics of every event kept and summed up, with pandas, after each of them.
os.environ["GRADIO_ANALYTICS_CACHE_FREQUENCY"] = str(10**9)
os.environ["GRADIO_ANALYTICS_MAX_EVENTS"] = "1"

import gradio as gr
from starlette.middleware import Middleware

from index.errors import AnswerableError
from ui.conversation_store import FILE_NAME, ConversationStore
from ui.page.desk import Asks, Desk, Holds
from ui.page.headers import OwnNamesOnly, SafeHeaders, is_own
from ui.page.layout import HERE, lay_out
from ui.page.login import LoginWall, password_check
from ui.page.look import theme
from ui.page.running import BackgroundModel
from ui.page.shelf_wiring import wire_changes, wire_shelf
from ui.page.texts import Language
from ui.page.wiring import (
    wire_answers,
    wire_conversation,
    wire_filters,
    wire_frame,
    wire_history,
)
from ui.users import FILE_NAME as USERS_FILE
from ui.users import Users

if TYPE_CHECKING:
    from rag.models.protocol import LanguageModel
    from ui.settings import Settings

_PORTS_TRIED = 100
# So many tabs have their conversation in memory; an older one is read from the disk again.
_TABS = 500


def build(
    assistant: Asks,
    library: Holds,
    *,
    model: BackgroundModel | None = None,
    history: ConversationStore | None = None,
    language: Language = "en",
) -> gr.Blocks:
    """The page over an assistant and its library; `launch` shows it.

    While `model` loads, searching and browsing work and a question waits for it. Without a
    `history` conversations are kept only as long as the program runs.
    """
    desk = Desk(assistant, library, model, history)
    # Uploaded files that were left behind are deleted within two hours.
    page = gr.Blocks(
        title="Answerable", analytics_enabled=False, fill_width=True, delete_cache=(3600, 3600)
    )
    with page:
        parts = lay_out(desk, language)
        wire_conversation(page, desk, parts)
        wire_answers(desk, parts)
        wire_filters(page, desk, parts)
        wire_shelf(desk, parts)
        wire_changes(desk, parts)
        wire_history(desk, parts)
        wire_frame(page, desk, parts)
    page.queue(default_concurrency_limit=None)
    return page


def launch(
    page: gr.Blocks,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    users: Users | None = None,
    open_to_all: bool = False,
) -> str:
    """Serve the page from a thread and give its address.

    A port that is in use gives way to the next free one; 0 takes any. With `users` only they are
    let in.

    Raises AnswerableError when `host` is not this machine's own and neither `users` are given nor
    the page is meant to be `open_to_all`, when there are no users, or when no port is free.
    """
    if users is not None and not users.names():
        raise AnswerableError(
            "Nobody could log in: there are no users yet.", "answerable users add NAME"
        )
    if users is None and not open_to_all and not is_own(host):
        raise AnswerableError(
            f"{host} can be reached from other machines; everyone there could use this library.",
            "Have them log in with --auth, or let everyone in with --no-auth.",
        )
    layers = [Middleware(SafeHeaders)]
    if users is not None:
        layers.append(Middleware(LoginWall, users=users))
    elif is_own(host):
        layers.append(Middleware(OwnNamesOnly))
    _, address, _ = page.launch(
        server_name=host,
        server_port=_free_port(host, port),
        prevent_thread_lock=True,
        share=False,
        quiet=True,
        footer_links=[],
        run_history=False,
        enable_monitoring=False,
        ssr_mode=False,
        pwa=False,
        mcp_server=False,
        auth=None if users is None else password_check(users),
        app_kwargs={"middleware": layers},
        inline=False,
        show_error=True,
        max_threads=100,
        state_session_capacity=_TABS,
        max_file_size="100mb",
        theme=theme(),
        css_paths=[HERE / "answerable.css", HERE / "shelf.css"],
        favicon_path=HERE / "answerable.svg",
    )
    return str(address)


def serve(
    settings: Settings,
    *,
    host: str = "127.0.0.1",
    port: int = 7860,
    auth: bool | None = None,
    open_browser: bool = False,
) -> None:
    """Open the chat over the library that the settings name, until Ctrl-C.

    The address is printed as soon as the page can be used; the language model loads meanwhile.
    With `auth` the library's users log in; without, everyone at an address of other machines is
    let in only where `auth` is False, not None.

    Raises AnswerableError when the library cannot be opened or the address cannot be used.
    """
    from ui.console import note, out
    from ui.opening import load_model, make_assistant, open_library

    with open_library(settings, create=True) as library:

        def load() -> LanguageModel:
            # Searching first: it needs only the small model, and is of use without the large one.
            library.embedder.encode(["ready"])
            return load_model(settings)

        model = BackgroundModel(load)
        history = ConversationStore(library.folder / FILE_NAME)
        assistant = make_assistant(library, model, settings)
        page = build(assistant, library, model=model, history=history)
        users = Users(library.folder / USERS_FILE) if auth else None
        address = launch(page, host=host, port=port, users=users, open_to_all=auth is False)
        model.start()
        try:
            out.print(address)
            if not is_own(host):
                note(
                    f"On other machines: http://{socket.gethostname()}:{urlsplit(address).port}/. "
                    "What is sent is not encrypted: where that matters, put a web server with a "
                    "certificate in front."
                )
            note("Ctrl-C ends it.")
            if open_browser:
                webbrowser.open(address)
            threading.Event().wait()
        except KeyboardInterrupt:
            note("Stopped.")
        finally:
            page.close(verbose=False)
            model.close()
            history.close()


def _free_port(host: str, port: int) -> int:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, port + _PORTS_TRIED) if port else (0,):
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host.strip("[]"), candidate))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise AnswerableError(
        f"No port from {port} to {port + _PORTS_TRIED - 1} is free.",
        "Choose another: answerable serve --port 0 takes a free one.",
    )
