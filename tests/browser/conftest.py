"""A real browser without a window. Its pages are watched: nothing may go wrong, nothing may leave the page."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from pbem.core.rules import Rules
from pbem.rulebook.load import load_rules

CHROMIUM = next(
    (
        found
        for name in ("chromium", "chromium-browser", "google-chrome", "chrome")
        if (found := shutil.which(name))
    ),
    None,
)
MISSING = (
    "THE BROWSER TESTS DO NOT RUN: no Chromium was found. Install it (Debian: apt-get install chromium)."
)


_why: list[str] = []


def without_browser(why: str) -> NoReturn:
    """Skip, and say so at the end of the run; where everything must be tested, fail."""
    if os.environ.get("CI"):
        pytest.fail(why)
    _why[:] = [why]
    pytest.skip(why)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """A loud line when the tests here were skipped."""
    for why in _why:
        terminalreporter.write_line(why, red=True, bold=True)


@pytest.fixture(scope="session")
def rules() -> Rules:
    return load_rules()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, started once."""
    if CHROMIUM is None:
        without_browser(MISSING)
    try:
        import axe_playwright_python  # noqa: F401
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        without_browser(f"THE BROWSER TESTS DO NOT RUN: the Python package {error.name} is not installed.")
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


OpenPage = Callable[..., Any]


@pytest.fixture
def open_page(browser: Any, tmp_path: Path) -> Iterator[OpenPage]:
    """Opens a report from disk in a context of its own. When the test ends nothing must have been said on the console,
    gone wrong in a script, or been asked for outside the page."""
    contexts: list[Any] = []
    wrong: list[str] = []

    def open_one(text: str, *, width: int = 1280, dark: bool = False, **options: Any) -> Any:
        path = tmp_path / f"report-{len(contexts)}.html"
        path.write_text(text, encoding="utf-8")
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme="dark" if dark else "light", **options
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("console", lambda message: wrong.append(f"console {message.type}: {message.text}"))
        page.on("pageerror", lambda error: wrong.append(f"{error}\n{error.stack or ''}"))
        page.on(
            "request",
            lambda request: None if _own(request.url, path) else wrong.append(f"asked for {request.url}"),
        )
        page.goto(path.as_uri())
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not wrong, "\n".join(wrong)


def _own(url: str, path: Path) -> bool:
    return url.startswith((path.as_uri(), "blob:", "data:"))
