"""Trading programs in the far future, and changes of them directly in the database."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Locator, Page

from .learners import Learner
from .stack import Stack

_CREATE = """
import json
from datetime import datetime, timedelta
from apps.content.models import Instructor
from apps.live.models import LiveTrading, ProgramSession, SessionPlan
given = json.loads('''{given}''')
program, _ = LiveTrading.objects.update_or_create(
    weburlname=given["weburlname"],
    defaults={{"title": given["title"], "host": Instructor.objects.first(), "is_published": True}},
)
for count, rupees in given["plans"]:
    SessionPlan.objects.create(
        program=program, num_of_sessions=count, price_name=f"{{count}} sessions",
        actual_price_paise=49900, discounted_price_paise=rupees * 100,
    )
for name, start, facts in given["sessions"]:
    starts_at = datetime.fromisoformat(start)
    ProgramSession.objects.create(
        program=program, name=name, starts_at=starts_at, ends_at=starts_at + timedelta(minutes=90),
        base_price_paise=49900, **facts,
    )
"""
_UNPUBLISH = """
from apps.live.models import LiveTrading
LiveTrading.objects.filter(weburlname="{name}").update(is_published=False)
"""
_UPDATE = """
from datetime import datetime, timedelta
from apps.live.models import ProgramSession
rows = ProgramSession.objects.filter(program__weburlname="{program}", name="{name}")
{change}
"""
_MOVE = """
start = datetime.fromisoformat("{start}")
rows.update(starts_at=start, ends_at=start + timedelta(minutes=90))
"""


@dataclass
class Program:
    stack: Stack
    weburlname: str
    sessions: list[tuple[str, str, dict[str, Any]]]
    plans: list[tuple[int, int]] = field(default_factory=list)

    @property
    def title(self) -> str:
        return self.weburlname.replace("-", " ").capitalize()

    @property
    def path(self) -> str:
        return f"/select-sessions/{self.weburlname}"

    def create(self) -> Program:
        given = {
            "weburlname": self.weburlname,
            "title": self.title,
            "plans": self.plans,
            "sessions": self.sessions,
        }
        self.stack.shell(_CREATE.format(given=json.dumps(given)))
        return self

    def unpublish(self) -> None:
        self.stack.shell(_UNPUBLISH.format(name=self.weburlname))

    def move(self, name: str, *, to: str) -> None:
        self._update(name, _MOVE.format(start=to))

    def take(self, name: str, *, mobile: str) -> None:
        """Let this member enrol, which holds a seat of the session."""
        rows = self.stack.get(f"/api/learning/user/liveotp/web/{self.weburlname}").json()["data"]
        session_ids = [row["_id"] for row in rows["programSessions"] if row["sessionName"] == name]
        member = Learner(self.stack, mobile, {})
        cart = member.call("POST", "/api/learning/sessions/cart", {"sessionIds": session_ids})
        member.call("POST", "/api/learning/sessions/enroll", {"id": cart["data"]["_id"]})

    def _update(self, name: str, change: str) -> None:
        self.stack.shell(_UPDATE.format(program=self.weburlname, name=name, change=change))


def day(page: Page, number: int) -> Locator:
    """A day of the calendar."""
    return page.get_by_role("grid").locator("button").filter(has_text=re.compile(rf"^{number}(?!\d)"))


def summary(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Summary")


def chosen(page: Page) -> Locator:
    return summary(page).get_by_role("button", name="Remove ")
