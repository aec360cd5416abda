"""A real browser without a window. Its pages are watched: nothing may go wrong, nothing may leave the page."""

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

import pytest

from pbem.core.rules import Rules
from pbem.rulebook.load import load_rules

CHROMIUM = next(
    (
        found
        for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
        if (found := shutil.which(name))
    ),
    None,
)
"""The headless shell needs a quarter less of the processor than the whole browser."""
CHEAPER = ["--no-sandbox", "--js-flags=--single-threaded"]
"""Where several processes share the cores, threads beside the script only add to the work."""
MISSING = (
    "THE BROWSER TESTS DO NOT RUN: no Chromium was found. Install it (Debian: apt-get install chromium-headless-shell)."
)


def without_browser(why: str) -> NoReturn:
    """Skip, which is said loudly at the end of the run; where everything must be tested, fail."""
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)


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
        started = driver.chromium.launch(executable_path=CHROMIUM, args=CHEAPER)
        yield started
        started.close()


OpenPage = Callable[..., Any]
PHONE = 390
"""As wide as a phone is: what many players have, and quicker to draw."""


class Watched:
    """A page, and what has gone wrong on it since a test has it."""

    def __init__(self, browser: Any, **options: Any) -> None:
        self.own: list[str] = []
        self.wrong: list[str] = []
        self._look: tuple[int, bool, bool] | None = None
        self.context = browser.new_context(**options)
        self.page = page = self.context.new_page()
        page.set_default_timeout(60_000)
        page.on("console", lambda message: self.wrong.append(f"console {message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.wrong.append(f"{error}\n{error.stack or ''}"))
        page.on("request", lambda request: self._asked(request.url))

    def _asked(self, url: str) -> None:
        if not url.startswith((*self.own, "blob:", "data:")):
            self.wrong.append(f"asked for {url}")

    def open(self, path: Path, *, width: int, dark: bool) -> Any:
        """Show a report."""
        self.own.append(path.as_uri())
        self.look(width=width, dark=dark)
        self.page.goto(path.as_uri())
        return self.page

    def look(self, *, width: int = 1280, dark: bool = False, printed: bool = False) -> Any:
        """Look at the page in a window of this width, or as it is printed."""
        look = (width, dark, printed)
        if look != self._look:
            self.page.set_viewport_size({"width": width, "height": 900})
            medium, scheme = "print" if printed else "null", "dark" if dark else "light"
            self.page.emulate_media(media=medium, color_scheme=scheme)
            self._look = look
        return self.page

    def leave(self) -> list[str]:
        """Forget the test that had the page, and give out what went wrong in it."""
        self.page.evaluate("localStorage.clear()")
        wrong = self.wrong[:]
        self.own.clear()
        self.wrong.clear()
        return wrong


@pytest.fixture(scope="session")
def _common(browser: Any) -> list[Watched]:
    """The page that one test after the other has: to start a new one takes longer than most tests."""
    return []


@pytest.fixture
def open_page(browser: Any, tmp_path: Path, _common: list[Watched]) -> Iterator[OpenPage]:
    """Opens a report from disk, in place of the one before; with options (those of a browser context), or `alone`, in a
    context of its own. When the test ends nothing must have been said on the console, gone wrong in a script, or been
    asked for outside the page."""
    alone: list[Watched] = []
    numbers = count()

    def open_one(text: str, *, width: int = 1280, dark: bool = False, **options: Any) -> Any:
        path = tmp_path / f"report-{next(numbers)}.html"
        path.write_text(text, encoding="utf-8")
        if options:
            options.pop("alone", None)
            watched = Watched(browser, **options)
            alone.append(watched)
        else:
            if not _common:
                _common.append(Watched(browser))
            watched = _common[0]
        return watched.open(path, width=width, dark=dark)

    yield open_one
    wrong = [problem for one in alone for problem in one.wrong]
    for one in alone:
        one.context.close()
    if _common and _common[0].own:
        common = _common.pop()
        wrong += common.leave()
        _common.append(common)
    assert not wrong, "\n".join(wrong)


Look = Callable[..., Any]
"""Gives the page, in a window of some `width`, light or `dark`, or as it is `printed`."""


Show = Callable[[str], contextlib.AbstractContextManager[Look]]


@pytest.fixture(scope="session")
def show(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Show:
    """Shows a report to all tests of a group, until the group is through or another is shown: to open it takes longer
    than most tests. The tests only look, or leave it as others may find it. Nothing must have gone wrong by then, as
    with `open_page`."""
    path = tmp_path_factory.mktemp("shown") / "report.html"
    pages: list[Watched] = []
    shown: list[str] = []

    def leave() -> None:
        shown.clear()
        wrong = pages[0].leave()
        assert not wrong, "\n".join(wrong)

    @contextlib.contextmanager
    def showing(text: str) -> Iterator[Look]:
        if shown:
            leave()
        if not pages:
            pages.append(Watched(browser))
        path.write_text(text, encoding="utf-8")
        pages[0].open(path, width=1280, dark=False)
        shown.append(text)

        def look(**how: Any) -> Any:
            assert shown == [text], "another report was shown in between"
            return pages[0].look(**how)

        yield look
        if shown == [text]:
            leave()

    return showing
