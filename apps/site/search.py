"""The site search: courses, live events, the academy and the FAQ."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypedDict

from apps.catalog.selectors import courses
from apps.catalog.selectors.courses import CourseFilters
from apps.content.selectors import search_items as content
from apps.core import indian_time, search_items
from apps.core.search_items import SearchItem
from apps.live.selectors import search_items as live

MAX_HITS = 5
"""Per kind. The kind's own page has the rest."""

_KINDS: Sequence[tuple[str, str, Callable[[], Sequence[SearchItem]]]] = (
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


class SearchResults(TypedDict):
    data: list[Group]
    totalCount: int


def search_site(*, text: str, now: datetime) -> SearchResults:
    """The matches by kind, without kinds that have none."""
    groups = [_courses(text), *(_kind(*kind, text=text, now=now) for kind in _KINDS)]
    fitting = [group for group in groups if group["items"]]
    return {"data": fitting, "totalCount": sum(group["totalCount"] for group in fitting)}


def _courses(text: str) -> Group:
    results = (
        courses.search_cards(filters=CourseFilters(search=text), skip=0, end=MAX_HITS)
        if text.strip()
        else None
    )
    items: list[Hit] = [
        {
            "_id": card["_id"],
            "title": card["title"],
            "path": f"/courses/{card['weburlname']}",
            "about": ", ".join(teacher["full_name"] for teacher in card["instructors"]),
            "startsAt": None,
        }
        for card in (results.courses if results else ())
    ]
    return {
        "kind": "course",
        "title": "Courses",
        "items": items,
        "totalCount": results.total if results else 0,
    }


def _kind(
    kind: str, title: str, rows: Callable[[], Sequence[SearchItem]], *, text: str, now: datetime
) -> Group:
    fitting = search_items.match(rows(), text=text, now=now)
    return {
        "kind": kind,
        "title": title,
        "items": [_hit(found) for found in fitting[:MAX_HITS]],
        "totalCount": len(fitting),
    }


def _hit(found: SearchItem) -> Hit:
    return {
        "_id": found.id,
        "title": found.title,
        "path": found.path,
        "about": found.about,
        "startsAt": indian_time.iso_utc(found.starts_at) if found.starts_at else None,
    }
