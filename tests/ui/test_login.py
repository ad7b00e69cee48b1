"""With users, nobody else gets anything; and each has conversations of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from index.errors import AnswerableError
from index.papers import Paper
from tests.fakes import FakeAssistant, FakeLibrary
from tests.ui.browsing import answered, axe_violations, browser
from tests.ui.served import served
from ui.users import Users
from ui.web import launch

pytestmark = [
    # Gradio counts what its queue did with an option that pandas is about to drop.
    pytest.mark.filterwarnings("ignore:'future.no_silent_downcasting':Warning"),
]
PAPERS = [Paper("a1", "GradCut", "GradCut is fast. It is cheap.", "Cutting gradients")]
PASSWORDS = {"ada": "correct horse", "bo": "battery staple"}


@pytest.fixture(scope="module")
def users(tmp_path_factory: pytest.TempPathFactory) -> Users:
    known = Users(tmp_path_factory.mktemp("library") / "users")
    for name, password in PASSWORDS.items():
        known.add(name, password)
    return known


@pytest.fixture(scope="module")
def address(users: Users) -> Iterator[str]:
    with served(FakeAssistant(PAPERS), FakeLibrary(PAPERS), users=users) as url:
        yield url


def log_in(client: httpx.Client, name: str, password: str) -> httpx.Response:
    return client.post("login", data={"username": name, "password": password})


@pytest.mark.parametrize(
    "path",
    [
        "config", "gradio_api/info", "gradio_api/queue/data?session_hash=x",
        "gradio_api/heartbeat/x", "gradio_api/stream/x/1/2/playlist.m3u8", "gradio_api/runs",
        "gradio_api/upload_progress?upload_id=x", "gradio_api/file=/etc/hostname", "monitoring",
        "svelte/x", "gradio_api//queue/data", "nonsense", "theme.css",
    ],
)  # fmt: skip
def test_nothing_is_told_to_those_who_are_not_logged_in(address: str, path: str) -> None:
    assert httpx.get(f"{address}{path}").status_code == 401


@pytest.mark.parametrize("path", ["queue/join", "cancel", "reset", "upload", "run/predict"])
def test_nothing_is_done_for_those_who_are_not_logged_in(address: str, path: str) -> None:
    assert httpx.post(f"{address}gradio_api/{path}", json={}).status_code == 401


def test_the_first_page_tells_nothing_of_the_library(address: str) -> None:
    page = httpx.get(address).text
    assert 'type="password"' in page
    assert "GradCut" not in page
    assert "gradio" not in page
    assert "密码" in httpx.get(address, headers={"Accept-Language": "zh-CN,en"}).text


def test_only_users_log_in(address: str, users: Users) -> None:
    with httpx.Client(base_url=address) as client:
        assert log_in(client, "ada", "battery staple").status_code == 400
        assert client.get("config").status_code == 401
        assert log_in(client, "ada", PASSWORDS["ada"]).status_code == 200
        assert client.get("config").json()["username"] == "ada"
    with httpx.Client(base_url=address) as client:
        users.add("guest", "for an hour")
        log_in(client, "guest", "for an hour")
        assert client.get("config").status_code == 200
        users.remove("guest")
        assert client.get("config").status_code == 401
        assert 'type="password"' in client.get("").text


def test_other_machines_only_with_users_or_when_meant(tmp_path: Path) -> None:
    with pytest.raises(AnswerableError, match="no users yet"):
        launch(None, users=Users(tmp_path / "users"))  # type: ignore[arg-type]
    with pytest.raises(AnswerableError) as refused:
        launch(None, host="0.0.0.0")  # type: ignore[arg-type]
    assert "--auth" in refused.value.remedy


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_wrong_with_logging_in(address: str, scheme: str) -> None:
    with browser() as started:
        page = started.new_context(color_scheme=scheme).new_page()
        page.goto(address)
        page.fill("input[name=username]", "ada")
        page.fill("input[type=password]", "not the password")
        page.press("input[type=password]", "Enter")
        page.wait_for_selector("p[role=alert]:not(:empty)")
        assert axe_violations(page) == []


@pytest.mark.browser
def test_each_user_has_conversations_of_their_own(address: str) -> None:
    def logged_in(started: Any, name: str) -> Any:
        page = started.new_context().new_page()
        page.set_default_timeout(20_000)
        page.goto(address)
        page.fill("input[name=username]", name)
        page.fill("input[type=password]", "not the password")
        page.press("input[type=password]", "Enter")
        page.wait_for_selector("p[role=alert]:not(:empty)")
        page.fill("input[type=password]", PASSWORDS[name])
        page.press("input[type=password]", "Enter")
        page.wait_for_selector(".welcome")
        return page

    with browser() as started:
        ada, bo = logged_in(started, "ada"), logged_in(started, "bo")
        answered(ada, "How fast is GradCut, asks Ada?")
        answered(bo, "How cheap is GradCut, asks Bo?")
        for page, own in ((ada, "asks Ada?"), (bo, "asks Bo?")):
            page.click("[data-tab-id=history][role=tab]")
            page.wait_for_selector(".history a.paper")
            titles = page.locator(".history a.paper").all_inner_texts()
            assert [own in title for title in titles] == [True]
        stolen = ada.evaluate("sessionStorage.getItem('answerable-conversation')")
        bo.evaluate("id => sessionStorage.setItem('answerable-conversation', id)", stolen)
        bo.reload()
        bo.wait_for_selector(".welcome")
        bo.wait_for_timeout(700)
        assert bo.locator(".asked").count() == 0
        bo.click("text=Log out")
        bo.wait_for_selector("input[type=password]")
