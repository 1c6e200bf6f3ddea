"""
Take pictures of a running site's screens, and compare two folders of them pixel by pixel.

It knows the site only by its URLs, so it can be used with older commits too: see docs/testing.md.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from PIL import Image, ImageChops
from playwright.sync_api import Browser, BrowserContext, Page, Request, Route, StorageState, sync_playwright
from playwright.sync_api import Error as BrowserError

VISITOR, MEMBER, STAFF = "visitor", "member", "staff"
HEIGHTS = {390: 844, 1440: 900}
THEMES = ("light", "dark")
PATIENCE_MS = 8000
OTP_SECONDS = 10
MOST_PICTURES = 5
ROUNDING = 2
"""Of 255 steps: two runs of one commit differ by that much at edges, as the browser blends them."""
LOAD_IMAGES = """async () => {
  for (const image of document.images) image.loading = 'eager';
  // Frames and what is loaded of a video come some time after the page.
  for (const video of document.querySelectorAll('video')) video.style.opacity = '0';
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
    scrollTo(0, y);
    await new Promise((done) => setTimeout(done, 40));
  }
  scrollTo(0, 0);
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
}"""


@dataclass(frozen=True)
class Screen:
    """
    What is at `path`; with `links`, what is reached by following its first link that matches each of them.

    `text` is what the last link says, `to` makes another path of its group, and `click` names a button.
    """

    who: str
    name: str
    path: str
    links: tuple[str, ...] = ()
    text: str = ""
    to: str = ""
    click: str = ""


COURSE, TOPIC, PROGRAM = r"/courses/[^/]+", r"/course/([^/]+)/topic/[^/]+", r"/live-trading/([^/]+)"
LEARNER, WEBINAR = r"/admin/learner/([^/]+)/", r"/admin/live/webinar/([^/]+)/change/"

PUBLIC_PAGES = """
    academy academy/glossary courses live-mentorships live-trading live-webinars pro login lost-number
    refund-policy grievance-redressal about-us contact complaints investor-charter audit accessibility
    mobile/privacy-policy no-such-page styleguide
"""
LISTS_AND_FORMS = """
    find/?q=asha calendar/ before-you-open/ figures/ accounts/user/ audit/auditentry/?o=1 catalog/course/
    catalog/course/import/ commerce/coupon/ commerce/coupon/add/ commerce/coupon/import/
    commerce/couponbatch/add/ commerce/order/ content/sitesettings/ live/exchangeholiday/
    live/livetrading/add/ live/mentorship/plan/ live/webinar/ media/asset/ password_change/
    support/complaint/ support/ticket/
"""
PAGES_OF_ROWS = {
    "accounts/messagetemplate": "change",
    "accounts/user": "change",
    "catalog/course": "change curriculum preview approval history",
    "catalog/review": "change",
    "catalog/topic": "change",
    "commerce/order": "change refund",
    "commerce/payment": "change",
    "content/academychapter": "change",
    "content/faqarticle": "change",
    "content/page": "change compare",
    "live/meeting": "reschedule seats",
    "live/mentorship": "weekly",
    "live/webinar": "change attendance cancel reschedule delete",
    "pro/plan": "change",
    "support/complaint": "change",
    "support/ticket": "change",
}


def _public() -> Iterator[Screen]:
    yield Screen(VISITOR, "home", "/")
    for path in PUBLIC_PAGES.split():
        yield Screen(VISITOR, path.replace("/", "-"), f"/{path}")
    yield Screen(VISITOR, "courses-filtered", "/courses?q=options&rating=4")
    yield Screen(VISITOR, "chapter", "/academy", (r"/academy/[^/]+/[^/]+",))
    yield Screen(VISITOR, "course", "/courses", (COURSE,))
    yield Screen(VISITOR, "mentor", "/courses", (COURSE, r"/mentors/[^/]+"))
    yield Screen(VISITOR, "mentorship", "/live-mentorships", (r"/live-mentorships/[^/]+",))
    yield Screen(VISITOR, "program", "/live-trading", (PROGRAM,))
    yield Screen(VISITOR, "sessions", "/live-trading", (PROGRAM,), to="/select-sessions/{}")
    yield Screen(VISITOR, "webinar", "/live-webinars", (r"/live-webinars/[^/]+",))
    yield Screen(VISITOR, "login-dialog", "/courses", (COURSE,), click="^(Buy|Enrol|Start)")
    yield Screen(VISITOR, "search-dialog", "/about-us", click="^Search")
    yield Screen(VISITOR, "menu", "/about-us", click="^(Menu|Open menu|Courses)$")


def _of_members() -> Iterator[Screen]:
    for path in ("dashboard", "my-learnings", "orders", "settings", "support", "wish-list", "pro"):
        yield Screen(MEMBER, path, f"/{path}")
    yield Screen(MEMBER, "home", "/")
    yield Screen(MEMBER, "player", "/my-learnings", (TOPIC,))
    for kind in ("article", "pdf", "quiz"):
        yield Screen(MEMBER, f"player-{kind}", "/my-learnings", (TOPIC, TOPIC), text=kind)
    yield Screen(MEMBER, "completion", "/my-learnings", (TOPIC,), to="/course/{}/completed")
    yield Screen(MEMBER, "course", "/my-learnings", (COURSE,))
    yield Screen(MEMBER, "webinar", "/my-learnings", (r"/live-webinars/[^/]+",))
    yield Screen(MEMBER, "sessions", "/live-trading", (PROGRAM,), to="/select-sessions/{}")
    yield Screen(MEMBER, "checkout", "/pro", click="^(Get Pro|Extend)")
    yield Screen(MEMBER, "account-menu", "/about-us", click="^(Account|Your account|Menu)")


def _of_staff() -> Iterator[Screen]:
    yield Screen(STAFF, "admin-home", "/admin/")
    for path in LISTS_AND_FORMS.split():
        yield Screen(STAFF, f"admin-{re.sub('[^a-z]+', '-', path).strip('-')}", f"/admin/{path}")
    for model, pages in PAGES_OF_ROWS.items():
        row = rf"/admin/{model}/([^/]+)/change/"
        for page in pages.split():
            name = f"admin-{model.replace('/', '-')}-{page}"
            yield Screen(STAFF, name, f"/admin/{model}/", (row,), to=f"/admin/{model}/{{}}/{page}/")
    for page in ("", "grant-course/", "correct-name/", "end-sessions/"):
        name = f"admin-learner-{page}".strip("-/")
        yield Screen(STAFF, name, "/admin/find/?q=asha", (LEARNER,), to=f"/admin/learner/{{}}/{page}")
    attendees = "/admin/event/{}/webinar/attendees/"
    yield Screen(STAFF, "admin-attendees", "/admin/live/webinar/", (WEBINAR,), to=attendees)


SCREENS = (*_public(), *_of_members(), *_of_staff())


@dataclass
class Photographer:
    """Visits the screens of one site in one browser. Each page is told that it is `now`."""

    browser: Browser
    origin: str
    folder: Path
    now: datetime
    paths: dict[Screen, str | None] = field(default_factory=dict)

    def open(self, width: int, session: StorageState | None) -> BrowserContext:
        context = self.browser.new_context(
            base_url=self.origin,
            viewport={"width": width, "height": HEIGHTS[width]},
            reduced_motion="reduce",
            timezone_id="Asia/Kolkata",
            storage_state=session,
        )
        context.set_default_timeout(PATIENCE_MS)
        context.clock.set_fixed_time(self.now)
        context.route("**/*", self._settle_time_and_font)
        return context

    def _settle_time_and_font(self, route: Route, request: Request) -> None:
        """The server's time in a page is fixed too, and its font is used however late it loads."""
        if request.resource_type not in ("document", "stylesheet") or request.method != "GET":
            return route.fallback()
        try:
            response = route.fetch(max_redirects=0)
            body = response.text()
        except (BrowserError, UnicodeDecodeError):
            return route.fallback()
        body = body.replace("font-display:optional", "font-display:block")
        body = re.sub(r'"now": ?\d{13}', f'"now":{int(self.now.timestamp() * 1000)}', body)
        return route.fulfill(response=response, body=body)

    def take(self, screen: Screen, page: Page, width: int) -> bool:
        if screen not in self.paths:
            self.paths[screen] = self._path_of(screen, page)
        path = self.paths[screen]
        if path is None or not self._visit(page, path):
            return False
        if screen.click:
            buttons = page.get_by_role("button", name=re.compile(screen.click))
            try:
                buttons.locator("visible=true").first.click()
            except BrowserError:
                return False
            self._come_to_rest(page)
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            page.wait_for_timeout(60)
            file = self.folder / f"{screen.who}-{screen.name}-{width}-{theme}.png"
            file.write_bytes(self._still_picture(page, is_whole=not screen.click))
        return True

    def _still_picture(self, page: Page, *, is_whole: bool) -> bytes:
        """The first that is like the one before it: the browser may still be drawing."""
        last = b""
        for _ in range(MOST_PICTURES):
            picture = page.screenshot(full_page=is_whole, animations="disabled", caret="hide")
            if picture == last:
                break
            last = picture
        return picture

    def _path_of(self, screen: Screen, page: Page) -> str | None:
        path = screen.path
        for place, pattern in enumerate(screen.links, start=1):
            is_last = place == len(screen.links)
            if not self._visit(page, path):
                return None
            found = self._link(page, pattern, screen.text if is_last else "")
            if found is None:
                return None
            path = screen.to.format(*found.groups()) if is_last and screen.to else found[0]
        return path

    def _link(self, page: Page, pattern: str, text: str) -> re.Match[str] | None:
        links = page.locator("main a[href], #content a[href]").filter(has_text=text)
        paths = links.evaluate_all("all => all.map((link) => link.pathname)")
        return next(filter(None, (re.fullmatch(pattern, path) for path in paths)), None)

    def _visit(self, page: Page, path: str) -> bool:
        page.emulate_media(color_scheme=THEMES[0])
        response = page.goto(path, wait_until="load")
        self._come_to_rest(page)
        return response is not None and (response.status < 400 or path == "/no-such-page")

    def _come_to_rest(self, page: Page) -> None:
        try:
            page.wait_for_load_state("networkidle")
            page.evaluate(LOAD_IMAGES)
            page.wait_for_load_state("networkidle")
        except BrowserError as error:
            print(f"{page.url} does not come to rest: {error.message.splitlines()[0]}", file=sys.stderr)
        page.wait_for_timeout(150)


def log_in_as_member(context: BrowserContext, mobile: str, outbox: Path) -> StorageState:
    """With the OTP that a site without an SMS provider writes into the outbox file of its data folder."""
    known = outbox.stat().st_size if outbox.exists() else 0
    context.request.get("/api/user")
    _post(context, "/api/login/otp/send", {"mobile": mobile})
    deadline = time.monotonic() + OTP_SECONDS
    while time.monotonic() < deadline:
        lines = outbox.read_bytes()[known:].splitlines() if outbox.exists() else []
        for line in lines:
            if otp := json.loads(line)["params"].get("otp"):
                _post(context, "/api/login/otp/verify/web", {"mobile": mobile, "otp": otp})
                return context.storage_state()
        time.sleep(0.1)
    raise SystemExit(f"No OTP arrived in {outbox}.")


def _post(context: BrowserContext, path: str, data: dict[str, str]) -> None:
    token = next(cookie["value"] for cookie in context.cookies() if "csrf" in cookie["name"])
    response = context.request.post(path, data=data, headers={"X-CSRFToken": token})
    if not response.ok:
        raise SystemExit(f"{path} responded with {response.status}: {response.text()[:300]}")


def log_in_as_staff(context: BrowserContext, mobile: str, password: str) -> StorageState:
    page = context.new_page()
    page.goto("/admin/login/?next=/admin/")
    page.locator("[name=username]").fill(mobile)
    page.locator("[name=password]").fill(password)
    page.locator("#login-form [type=submit], form:has([name=password]) button").first.click()
    page.wait_for_url("**/admin/")
    return context.storage_state()


def take(options: argparse.Namespace) -> int:
    options.folder.mkdir(parents=True, exist_ok=True)
    programs = map(shutil.which, ("chromium-headless-shell", "chromium"))
    program = os.environ.get("CHROMIUM") or next(filter(None, programs), None)
    screens = [each for each in SCREENS if re.search(options.only, f"{each.who}-{each.name}")]
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu"]
        ) as browser,
    ):
        photographer = Photographer(browser, options.site, options.folder, options.now)
        sessions: dict[str, StorageState | None] = {VISITOR: None}
        for who in {screen.who for screen in screens} - {VISITOR}:
            with browser.new_context(base_url=options.site) as context:
                if who == MEMBER:
                    sessions[who] = log_in_as_member(context, options.member, options.outbox)
                else:
                    sessions[who] = log_in_as_staff(context, options.staff, os.environ["STAFF_PASSWORD"])
        for width in HEIGHTS:
            for who, session in sessions.items():
                with photographer.open(width, session) as context:
                    page = context.new_page()
                    for screen in (each for each in screens if each.who == who):
                        if not photographer.take(screen, page, width):
                            print(f"no picture of {who} {screen.name} at {width} px", file=sys.stderr)
    return 0


def compare(options: argparse.Namespace) -> int:
    """Print the number of differing pixels of each screen that differs; return 1 if one does."""
    names = sorted({file.name for folder in (options.before, options.after) for file in folder.glob("*.png")})
    different = 0
    for name in names:
        files = [options.before / name, options.after / name]
        if not all(file.exists() for file in files):
            print(f"{name}: only in one folder")
            different += 1
        elif count := differing_pixels(*files, options.marked and options.marked / name):
            print(f"{name}: {count} pixels")
            different += 1
    print(f"{different} of {len(names)} pictures differ")
    return 1 if different else 0


def differing_pixels(before: Path, after: Path, marked: Path | None) -> int:
    """Compare both on a canvas that has room for each; what one lacks differs."""
    images = [Image.open(file).convert("RGBA") for file in (before, after)]
    size = max(image.width for image in images), max(image.height for image in images)
    first, second = (Image.new("RGBA", size) for _ in images)
    first.paste(images[0])
    second.paste(images[1])
    most, *bands = ImageChops.difference(first, second).split()
    for band in bands:
        most = ImageChops.lighter(most, band)
    mask = most.point(lambda value: 255 if value > ROUNDING else 0)
    count = mask.histogram()[255]
    if count and marked:
        marked.parent.mkdir(parents=True, exist_ok=True)
        second.paste((255, 0, 255, 255), mask=mask)
        second.save(marked)
    return count


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    taking = commands.add_parser("take", help="STAFF_PASSWORD in the environment is the password of --staff")
    taking.add_argument("folder", type=Path)
    taking.add_argument("--site", default="http://127.0.0.1:8000")
    taking.add_argument("--outbox", type=Path, default=Path("var/outbox.jsonl"))
    taking.add_argument("--member", default="9876543210")
    taking.add_argument("--staff", default="9000000000")
    taking.add_argument("--only", default="", help="a pattern for the names of screens")
    hour = datetime.now(UTC).replace(minute=0, second=0, microsecond=0)
    taking.add_argument("--now", type=datetime.fromisoformat, default=hour, help="the time in the pages")
    taking.set_defaults(run=take)
    comparing = commands.add_parser("compare")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    comparing.add_argument("--marked", type=Path, help="a folder for pictures with what differs in magenta")
    comparing.set_defaults(run=compare)
    options = parser.parse_args()
    return int(options.run(options))


if __name__ == "__main__":
    sys.exit(main())
