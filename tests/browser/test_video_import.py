"""
A video from its file to a learner's screen: uploaded by staff, imported in the background, streamed.
ffmpeg takes long: the whole way is in `make proof`, each push has the upload; apps/media/tests the import.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from apps.core.testing.videos import SOUND, make_video

from .learners import Learner, create_learner
from .stack import Stack
from .tabs import NARROW, WIDE, Tabs, visit

COURSE = "mutual-funds-from-the-factsheet-up"
TITLE = "What a headline leaves out"
LOST = (r"failed: .*uploads", r"console: .*ERR_")
_SECONDS = 14
_IMPORT_MS = 90_000


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """Large enough for several parts; another for each test, or its upload would be known already."""
    path = tmp_path / "headline.mov"
    size = ("-t", str(_SECONDS), "-c:v", "libx264", "-preset", "ultrafast", "-b:v", "3M", "-minrate", "3M")
    picture = ("-f", "lavfi", "-i", "testsrc2=size=640x360:rate=24")
    return make_video(path, *picture, *SOUND, *size, "-pix_fmt", "yuv420p")


def open_new_topic(desk: Page, stack: Stack) -> None:
    course = stack.get(f"/api/course/users/{COURSE}").json()["data"]
    desk.goto(f"/admin/catalog/course/{course['_id']}/curriculum/")
    desk.get_by_role("button", name="Add topic").last.click()
    desk.get_by_label("Topic", exact=True).last.fill(TITLE)
    desk.get_by_label("Type", exact=True).last.select_option("video")


def choose(desk: Page, path: Path) -> None:
    desk.get_by_label("Upload a video").last.set_input_files(path)


def upload(desk: Page, stack: Stack, film: Path) -> None:
    """The connection is lost once, and the upload goes on where it was."""
    open_new_topic(desk, stack)
    offsets: list[str] = []
    held: list[Route] = []

    def lose_the_second_part_once(route: Route) -> None:
        offsets.append(route.request.url.partition("offset=")[2])
        if len(offsets) == 2:
            route.abort("internetdisconnected")
        elif len(offsets) == 3:
            # Until the message was seen.
            held.append(route)
        else:
            route.continue_()

    desk.route("**/uploads/*/?offset=*", lose_the_second_part_once)
    choose(desk, film)
    expect(desk.get_by_text("No connection. Trying again…")).to_be_visible()
    while not held:
        desk.wait_for_timeout(50)
    held[0].continue_()
    expect(desk.get_by_text("Save the curriculum to use it.")).to_be_visible()
    assert offsets[:3] == ["0", "2097152", "2097152"]
    assert desk.get_by_label("Length").last.input_value() == "0:14"


def test_a_video_is_uploaded_over_a_lost_connection(tabs: Tabs, desk: Page, stack: Stack, film: Path) -> None:
    tabs.of(desk).allowed = LOST
    upload(desk, stack, film)


@pytest.mark.proof
def test_a_video_is_uploaded_imported_and_streamed(tabs: Tabs, desk: Page, stack: Stack, film: Path) -> None:
    tabs.of(desk).allowed = LOST
    upload(desk, stack, film)
    desk.get_by_role("button", name="Save curriculum").click()
    expect(desk.get_by_text("Curriculum saved.")).to_be_visible()

    learner = create_learner(stack, COURSE)
    topic = next(topic for topic in learner.topics if topic["title"] == TITLE)
    row = desk.locator(f"#topic-{topic['_id']}")
    expect(row.get_by_role("status")).to_have_text("Imported.", timeout=_IMPORT_MS)

    for width in (NARROW, WIDE):
        page = tabs.open(width=width, member=learner.mobile)
        visit(page, learner.path(topic))
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_function("() => document.querySelector('video').currentTime > 1")
        assert page.evaluate("() => document.querySelector('video').currentSrc").startswith("blob:")
        length = page.evaluate("() => document.querySelector('video').duration")
        assert length == pytest.approx(_SECONDS, abs=0.5)
    goes_on_after_a_long_pause(tabs, learner, learner.path(topic))


def goes_on_after_a_long_pause(tabs: Tabs, learner: Learner, path: str) -> None:
    """As after an hour with the lid closed: the playlist is there, and its segments are refused."""
    # The engine may complain while it changes the size before its first segment; it plays on.
    engine = r"error: Cannot read properties of undefined \(reading 'segments'\)"
    page = tabs.open(
        width=WIDE, member=learner.mobile, allow=(r"status 403: .*/media/", r"console: .*/media/", engine)
    )
    expired: set[str] = set()

    def refuse_expired(route: Route) -> None:
        token, _, name = route.request.url.rpartition("/")
        # The sound and the beginning of the video are buffered before the pause.
        if not expired and "-00001" in name:
            expired.add(token)
            # The expiry in the URL is in seconds: within the same second the new URL is the same.
            time.sleep(1.1)
        if token in expired:
            route.fulfill(status=403, json={"message": "Expired.", "code": "address_refused"})
        else:
            route.continue_()

    page.route("**/media/learn/**/*.m4s", refuse_expired)
    visit(page, path)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => document.querySelector('video').currentTime > 7", timeout=30_000)
    assert expired
    assert page.get_by_role("alert").count() == 0


def test_a_file_that_is_no_video_says_so_in_its_row(
    tabs: Tabs, desk: Page, stack: Stack, tmp_path: Path
) -> None:
    tabs.of(desk).allowed = (r"status 400: .*/finish/", r"console: .*/finish/")
    bad = tmp_path / "headline.mp4"
    bad.write_bytes(b"no video" * 500)
    open_new_topic(desk, stack)

    choose(desk, bad)

    expect(desk.get_by_text("This file is no video, or it is cut off. Upload it again.")).to_be_visible()
    assert desk.get_by_label("File", exact=True).last.input_value() == ""
