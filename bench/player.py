"""
Targets on a phone: a video is usable 1 s after the press that opens it, and a transcript of two hours scrolls
without a dropped frame.

The processor is four times slower; the network has 1.6 Mbit/s and 150 ms, as in Lighthouse's phone settings
with DevTools throttling. Medians of five.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, Route, sync_playwright

from apps.core.testing.ports import free_port
from tests.browser.learners import Learner, create_learner
from tests.browser.stack import Stack

VISITS = int(os.environ.get("BENCH_VISITS", "5"))
TARGET_MS, TARGET_LATE_FRAMES = 1000.0, 0
COURSE = "money-in-order"
_HOURS, _SECONDS_A_LINE = 2, 4
_LINES = _HOURS * 3600 // _SECONDS_A_LINE

_LATENCY_MS, _BYTES_A_SECOND, _SLOWDOWN = 150, 1.6e6 / 8, 4

_PRESS = """async selector => {
  const link = document.querySelector(selector);
  const start = performance.now();
  link.click();
  await new Promise(resolve => {
    const look = () => {
      const play = document.querySelector('button[aria-label="Play"]:not([disabled])');
      if (play && document.querySelector('video')?.readyState >= 1) resolve();
      else requestAnimationFrame(look);
    };
    look();
  });
  return performance.now() - start;
}"""

_SCROLL = """async () => {
  const list = document.querySelector('ol[lang]');
  const gaps = [];
  let last = null;
  await new Promise(resolve => {
    const step = now => {
      if (last !== null) gaps.push(now - last);
      last = now;
      list.scrollTop += 120;
      if (gaps.length < 240) requestAnimationFrame(step); else resolve();
    };
    requestAnimationFrame(step);
  });
  const lines = list.querySelectorAll('button').length;
  return [lines, list.scrollTop, gaps.filter(gap => gap > 34).length, Math.max(...gaps)];
}"""


def run() -> bool:
    with tempfile.TemporaryDirectory() as folder, _site(Path(folder)) as site, _chromium() as browser:
        learner = create_learner(site, COURSE)
        topic = next(row for row in learner.topics if row["ContentType"] == "video")
        _watch_its_beginning(learner, topic)
        times = [_open(browser, learner, topic["_id"]) for _ in range(VISITS)]
        print(f"player: usable {median(times):.0f} ms after the press (slowest {max(times):.0f})")
        scrolls = [_scroll(browser, learner, learner.path(topic)) for _ in range(VISITS)]
    late, longest = median(row[2] for row in scrolls), max(row[3] for row in scrolls)
    print(f"player: {_LINES} lines, {late:.0f} late frames of 240 (longest {longest:.0f} ms)")
    whole = all(row[0] == _LINES and row[1] > 0 for row in scrolls)
    return whole and median(times) <= TARGET_MS and late <= TARGET_LATE_FRAMES


@contextmanager
def _site(folder: Path) -> Iterator[Stack]:
    with (folder / "site.log").open("wb") as log:
        site = Stack(data=folder, port=free_port(), log=log)
        site.start()
        try:
            yield site
        finally:
            site.stop()


@contextmanager
def _chromium() -> Iterator[Browser]:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with (
        sync_playwright() as driver,
        driver.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"]) as browser,
    ):
        yield browser


@contextmanager
def _phone(browser: Browser, learner: Learner, *, is_slow: bool) -> Iterator[Page]:
    site = learner.stack
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    cookie = {"name": "sessionid", "value": site.session_of(learner.mobile), "url": site.origin}
    context.add_cookies([cookie])  # type: ignore[list-item]
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    if is_slow:
        network = {"downloadThroughput": _BYTES_A_SECOND, "uploadThroughput": _BYTES_A_SECOND / 2}
        devtools.send(
            "Network.emulateNetworkConditions", {"offline": False, "latency": _LATENCY_MS, **network}
        )
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWDOWN})
    try:
        yield page
    finally:
        context.close()


def _watch_its_beginning(learner: Learner, topic: dict[str, Any]) -> None:
    user = learner.call("GET", "/api/user")["data"]
    watched = {"watchedDuration": 5, "watchedRanges": [[0, 5]]}
    ids = {"userId": user["_id"], "courseId": learner.course["_id"], "topicId": topic["_id"]}
    learner.call("POST", "/api/course/progress/update", ids | watched)


def _open(browser: Browser, learner: Learner, topic_id: str) -> float:
    """From My Learnings, where people come back to a course."""
    link = f'a[href$="/topic/{topic_id}"]'
    with _phone(browser, learner, is_slow=True) as page:
        page.goto(f"{learner.stack.origin}/my-learnings")
        page.wait_for_selector(link)
        # As a person who reads before the press: what the page loads ahead has arrived.
        page.wait_for_load_state("networkidle")
        return float(page.evaluate(_PRESS, link))


def _scroll(browser: Browser, learner: Learner, path: str) -> list[float]:
    with _phone(browser, learner, is_slow=False) as page:
        page.route("**/*.vtt*", _send_captions)
        page.route("**/media/**/captions/**", _send_captions)
        page.goto(learner.stack.origin + path)
        page.get_by_text("Transcript", exact=True).click()
        page.wait_for_function(f"() => document.querySelectorAll('ol[lang] button').length === {_LINES}")
        found: list[float] = page.evaluate(_SCROLL)
        return found


def _send_captions(route: Route) -> None:
    lines = (
        f"{_moment(at)} --> {_moment(at + _SECONDS_A_LINE)}\nLine {at}: what is said here takes about a line."
        for at in range(0, _LINES * _SECONDS_A_LINE, _SECONDS_A_LINE)
    )
    route.fulfill(body="WEBVTT\n\n" + "\n\n".join(lines) + "\n", content_type="text/vtt")


def _moment(seconds: int) -> str:
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.000"
