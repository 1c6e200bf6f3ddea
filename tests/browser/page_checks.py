"""Loads each page once per width and collects results for many tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from playwright.sync_api import Locator, Page

from apps.core.testing import proof

from .stack import CERTIFIED_COURSE, ROOT, Stack, route_table
from .tabs import IS_MOUNTED, IS_STYLED, NARROWEST, TABLET, WIDE, Tab, Tabs, hold

Box = tuple[float, float, float, float]

AXE = (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
MAIN_SCRIPT = "**/static/dist/main.*.js"
LANDMARKS: tuple[Literal["banner", "main", "contentinfo"], ...] = ("banner", "main", "contentinfo")

COUNT_SHIFTS = """(() => {
  window.shifts = [];
  const count = (entries) => {
    for (const entry of entries) {
      if (entry.hadRecentInput) continue;
      const moved = entry.sources.map(({ node }) => node?.className ?? node?.nodeName);
      window.shifts.push([entry.value, ...moved]);
    }
  };
  const observer = new PerformanceObserver((list) => count(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  window.allShifts = () => { count(observer.takeRecords()); return window.shifts; };
})();"""

_BOXES = """() => {
  const box = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height].map((side) => Math.round(side * 100) / 100);
  };
  const found = {
    header: document.querySelector('header'),
    h1: document.querySelector('h1'),
    lead: document.querySelector('h1 + p'),
    footer: [...document.querySelectorAll('footer')].at(-1),
  };
  [...document.querySelectorAll('main article')].slice(0, 3).forEach((card, place) => {
    found[`card ${place + 1}`] = card;
  });
  return Object.fromEntries(
    Object.entries(found).filter(([, element]) => element).map(([name, element]) => [name, box(element)]),
  );
}"""

MARK_SERVER_ELEMENTS = """document.addEventListener('readystatechange', () => {
  // Before the scripts, which are deferred, run.
  for (const element of document.querySelectorAll('#root *')) element.isFromServer = true;
}, { once: true });"""

SERVER_ELEMENTS_ARE_KEPT = """() => ['#main', 'header', 'footer', 'h1'].every(
  (selector) => document.querySelector(selector)?.isFromServer,
)"""

TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

_SEVERE = """async (chosen) => {
  // A rule's own impact is that of all it finds: those of the others are left out below anyway.
  const lesser = axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate');
  const rules = Object.fromEntries(lesser.map(({ id }) => [id, { enabled: false }]));
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'], ...(chosen ? { runOnly: chosen } : { rules }),
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}"""

ANIMATIONS_ENDED = """() => document.getAnimations().every(
  ({ playState, effect }) => playState !== 'running' || effect.getComputedTiming().endTime === Infinity
)"""

NOT_OWNED = (r"status 403: .*/(topic|recordings)/", r"status of 403", r"status 403: .*/progress")
"""What the console says of a topic or a recording that the member has not booked."""

LESSON_COURSE = "money-in-order"

_DEPENDENT_ON_THEME = ["color-contrast", "link-in-text-block"]


@dataclass(frozen=True)
class PageCheck:
    """Results for a page at a width, from first paint until React has hydrated."""

    status: int
    title: str
    headings: list[str]
    landmarks: dict[str, int]
    is_kept: bool
    calls: list[str]
    troubles: list[str]
    shifts: list[Any]
    before: Mapping[str, Box]
    after: Mapping[str, Box]
    severe: list[str]
    wide: list[str]

    @property
    def faults(self) -> list[str]:
        """All that is wrong, in one list, since a page is loaded once for all of it."""
        faults = [f"status {self.status}"] * (self.status != 200)
        # Screen readers navigate by these.
        faults += [f"landmarks: {self.landmarks}"] * (set(self.landmarks.values()) != {1})
        faults += [f"headings: {self.headings}"] * (len(self.headings) != 1)
        # A second round trip for the first data takes most of a second on 4G.
        faults += [f"requested: {call}" for call in self.calls]
        # A console error, a failed request, or another host.
        faults += self.troubles
        faults += ["React replaced the server's elements"] * (not self.is_kept)
        # Hydration must not move elements that a user is about to tap.
        faults += [f"shift: {shift}" for shift in self.shifts]
        faults += [f"{name} in one of both" for name in set(self.before) ^ set(self.after)]
        for name in set(self.before) & set(self.after):
            box, moved = self.before[name], self.after[name]
            if max(abs(new - old) for old, new in zip(box, moved, strict=True)) > 1:
                faults.append(f"{name} moved from {box} to {moved}")
        faults += [f"axe, {found}" for found in self.severe]
        return faults + self.wide


@dataclass
class PageChecks:
    """Loads pages in one tab per width, because tabs are expensive."""

    tabs: Tabs
    _pages: dict[int, Page] = field(default_factory=dict)

    def at(self, path: str, width: int, *, in_dark: bool = proof.IS_WHOLE) -> PageCheck:
        page = self._pages.get(width) or self._new_page(width)
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme="light")
        tab = self.tabs.of(page)
        tab.calls.clear()
        tab.troubles.clear()
        release = hold(page, MAIN_SCRIPT)
        try:
            # The themes differ in colours alone, so one width shows both; the widths differ in layout.
            return self._collect(tab, path, release=release, judge=width == WIDE, in_dark=in_dark)
        finally:
            page.unroute(MAIN_SCRIPT)

    def _new_page(self, width: int) -> Page:
        # A zone far from India: what React renders must be what the server wrote, there too.
        self._pages[width] = page = self.tabs.open(
            width=width, timezone_id="America/Los_Angeles", scripts=(COUNT_SHIFTS, MARK_SERVER_ELEMENTS)
        )
        return page

    def _collect(
        self, tab: Tab, path: str, *, release: Callable[[], None], judge: bool, in_dark: bool
    ) -> PageCheck:
        page = tab.page
        response = page.goto(path, wait_until="commit")
        assert response is not None
        page.locator("footer").last.wait_for()
        page.wait_for_function(IS_STYLED)
        page.evaluate("() => document.fonts.ready.then(() => true)")
        page.evaluate(TWO_FRAMES)
        before = page.evaluate(_BOXES)
        release()
        wait_for_hydration(page)
        return PageCheck(
            status=response.status,
            title=page.title(),
            headings=page.get_by_role("heading", level=1).all_inner_texts(),
            landmarks={name: page.get_by_role(name).count() for name in LANDMARKS},
            is_kept=page.evaluate(SERVER_ELEMENTS_ARE_KEPT),
            before=before,
            after=page.evaluate(_BOXES),
            shifts=page.evaluate("() => window.allShifts()"),
            severe=axe_findings(page, in_dark=in_dark) if judge else [],
            wide=wider_than_the_window(page),
            calls=list(tab.calls),
            troubles=list(tab.troubles),
        )


def wait_for_hydration(page: Page) -> None:
    page.wait_for_function("() => document.readyState === 'complete'")
    page.wait_for_function(IS_MOUNTED)
    page.evaluate(TWO_FRAMES)


def axe_violations(page: Page, rules: list[str] | None = None) -> list[str]:
    """Serious and critical violations that axe finds, once animations have ended."""
    # During a fade-in the contrast is too low.
    page.wait_for_function(ANIMATIONS_ENDED)
    load_axe(page)
    return page.evaluate(_SEVERE, rules)


def load_axe(frame: Page | Locator) -> None:
    """Into this page alone: as a script of each page, its half a megabyte would be parsed at each visit."""
    if not frame.evaluate("() => 'axe' in window"):
        frame.evaluate(f"{AXE}\n//# sourceURL=axe.min.js")


def axe_findings(page: Page, *, in_dark: bool = proof.IS_WHOLE) -> list[str]:
    """All rules in the light theme; in the dark one only those that depend on colours, in `make proof`."""
    page.emulate_media(color_scheme="light")
    found = [f"light: {violation}" for violation in axe_violations(page)]
    if in_dark:
        page.emulate_media(color_scheme="dark")
        found += [f"dark: {violation}" for violation in axe_violations(page, _DEPENDENT_ON_THEME)]
    return found


def wider_than_the_window(page: Page) -> list[str]:
    """On which of a tablet and a small phone the page scrolls sideways."""
    found = []
    for width in (TABLET, NARROWEST):
        page.set_viewport_size({"width": width, "height": 740})
        if (scrolled := page.evaluate("() => document.scrollingElement.scrollWidth")) != width:
            found.append(f"{scrolled} px wide in a window of {width}")
    return found


def scroll_width_at_narrowest(page: Page) -> int:
    page.set_viewport_size({"width": NARROWEST, "height": 740})
    return page.evaluate("() => document.scrollingElement.scrollWidth")


def lesson(stack: Stack) -> dict[str, Any]:
    """The first topic of a course that the demo member has booked."""
    course = stack.get(f"/api/course/users/{LESSON_COURSE}").json()["data"]
    return course["chapters"][0]["topics"][0]


def path_of_route(stack: Stack, name: str) -> str:
    """A path of this route."""
    row = next(row for row in route_table() if row["name"] == name)
    slugs = {
        "course": lambda: stack.courses[0]["weburlname"],
        "live-webinar": lambda: stack.webinars[0]["weburlname"],
        "live-mentorship": lambda: stack.mentorships[0]["weburlname"],
        "mentor": lambda: stack.courses[0]["instructors"][0]["weburlname"],
        "live-trading-program": lambda: stack.programs[0]["weburlname"],
        "select-sessions": lambda: stack.programs[0]["weburlname"],
    }
    if name == "academy-chapter":
        return stack.chapters[0]
    if name == "topic":
        return f"/course/{LESSON_COURSE}/topic/{lesson(stack)['_id']}"
    if name == "recording":
        return f"/recordings/{stack.webinars[0]['_id']}"
    if name == "certificate":
        return f"/certificates/{stack.certificate_code}"
    if name == "support-request":
        return stack.support_request
    if name == "course-completion":
        assert stack.certificate_code
        return f"/course/{CERTIFIED_COURSE}/completed"
    if name in slugs:
        return f"{row['path'].rpartition('/')[0]}/{slugs[name]()}"
    return row["path"]
