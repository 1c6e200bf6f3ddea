"""One search over everything that has a page: courses, live things, the academy, the FAQ."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypedDict

from apps.catalog.selectors import courses
from apps.catalog.selectors.courses import CourseFilters
from apps.content.selectors import search_items as content
from apps.core import indian_time, search_items
from apps.core.search_items import Findable
from apps.live.selectors import search_items as live

SHOWN = 5
"""Of each kind; the kind's own page has the rest."""

_KINDS: Sequence[tuple[str, str, Callable[[], Sequence[Findable]]]] = (
    ("webinar", "Webinars", live.webinars),
    ("mentorship", "Mentorships", live.mentorships),
    ("liveTrading", "Live trading", live.programs),
    ("chapter", "Academy", content.chapters),
    ("faq", "FAQ", content.faq_articles),
)


class Hit(TypedDict):
    _id: str
    title: str
    path: str
    about: str
    startsAt: str | None


class Group(TypedDict):
    kind: str
    title: str
    items: list[Hit]
    totalCount: int


class Found(TypedDict):
    data: list[Group]
    totalCount: int


def found(*, text: str, now: datetime) -> Found:
    """What fits the text, kind by kind; kinds of which nothing fits are left out."""
    groups = [_courses(text), *(_kind(*kind, text=text, now=now) for kind in _KINDS)]
    fitting = [group for group in groups if group["items"]]
    return {"data": fitting, "totalCount": sum(group["totalCount"] for group in fitting)}


def _courses(text: str) -> Group:
    shelf = courses.searched(filters=CourseFilters(search=text), skip=0, end=SHOWN) if text.strip() else None
    items: list[Hit] = [
        {
            "_id": card["_id"],
            "title": card["title"],
            "path": f"/courses/{card['weburlname']}",
            "about": ", ".join(teacher["full_name"] for teacher in card["instructors"]),
            "startsAt": None,
        }
        for card in (shelf.courses if shelf else ())
    ]
    return {"kind": "course", "title": "Courses", "items": items, "totalCount": shelf.total if shelf else 0}


def _kind(
    kind: str, title: str, rows: Callable[[], Sequence[Findable]], *, text: str, now: datetime
) -> Group:
    fitting = search_items.best(rows(), text=text, now=now)
    return {
        "kind": kind,
        "title": title,
        "items": [_hit(found) for found in fitting[:SHOWN]],
        "totalCount": len(fitting),
    }


def _hit(found: Findable) -> Hit:
    return {
        "_id": found.id,
        "title": found.title,
        "path": found.path,
        "about": found.about,
        "startsAt": indian_time.on_wire(found.starts_at) if found.starts_at else None,
    }
