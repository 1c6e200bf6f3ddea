"""
The page of a course: whether the viewer has access, and their next step.

Mirrored by offer.ts and length.ts in frontend/src/features/catalog/lib.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from apps.catalog.selectors import reviews
from apps.catalog.selectors.cards import CourseAccess, CourseDetail
from apps.catalog.selectors.curriculum import TopicLine
from apps.catalog.selectors.reviews import ReviewLine
from apps.catalog.states import ContentType
from apps.core.formatting import day, indian_number, short_rupees

FIRST_REVIEWS = 6
"""Mirrored by Reviews.tsx, which has a button for the rest."""

_KINDS = {
    ContentType.VIDEO: "Video",
    ContentType.ARTICLE: "Article",
    ContentType.PDF: "PDF",
    ContentType.QUIZ: "Quiz",
}

_KEPT = "Pick up where you left off in every topic, on any device."


@dataclass(frozen=True, slots=True)
class Step:
    kind: str
    label: str
    to: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    access: str | None
    is_open: bool
    steps: list[Step] = field(default_factory=list)
    note: str | None = None


@dataclass(frozen=True, slots=True)
class TopicRow:
    title: str
    kind: str
    length: str
    is_preview: bool
    to: str


@dataclass(frozen=True, slots=True)
class ChapterRow:
    title: str
    length: str
    topics: list[TopicRow]


@dataclass(frozen=True, slots=True)
class CourseContext:
    """What the page shows in addition to the endpoint's response."""

    offer: Offer
    days: str
    chapters: list[ChapterRow]
    topic_count: int
    after_title: str
    after_lines: list[str]
    reviews: Sequence[ReviewLine]


def build_context(course: CourseDetail, *, last_topic_id: str | None) -> CourseContext:
    title, lines = _after(course)
    return CourseContext(
        offer=_offer(course, last_topic_id),
        days="While your Pro is active" if _is_pro_only(course) else _days(course),
        chapters=[
            ChapterRow(
                title=chapter["title"],
                length=_length(sum(topic["duration"] for topic in chapter["topics"])),
                topics=[_topic(topic, course=course) for topic in chapter["topics"]],
            )
            for chapter in course["chapters"]
        ],
        topic_count=sum(len(chapter["topics"]) for chapter in course["chapters"]),
        after_title=title,
        after_lines=lines,
        reviews=course["reviews"][:FIRST_REVIEWS],
    )


def review_count(course: CourseDetail) -> int:
    """The page has only the newest reviews; a full list means that there are more to count."""
    listed = len(course["reviews"])
    return listed if listed < reviews.MAX_REVIEWS else reviews.count_reviews(UUID(course["_id"]))


def _topic(topic: TopicLine, *, course: CourseDetail) -> TopicRow:
    return TopicRow(
        title=topic["title"],
        kind=_KINDS[ContentType(topic["ContentType"])],
        length=_length(topic["duration"]) if topic["duration"] else "",
        is_preview=topic["isFreePreview"],
        to=_player(course, topic["_id"]),
    )


def _offer(course: CourseDetail, last_topic_id: str | None) -> Offer:
    access = _access_line(course["access"])
    if course["access"] and course["access"]["granted"]:
        return _opened(course, access, last_topic_id)
    is_free = course["offer_price"] == 0
    steps = []
    if course["proCourse"]:
        steps.append(Step("pro", "Get Pro", "/pro"))
    elif is_free:
        steps.append(Step("enrol", "Enrol for free"))
    if not is_free:
        steps.append(Step("buy", f"Buy for {short_rupees(course['offer_price'])}"))
    return Offer(access, False, steps)


def _opened(course: CourseDetail, access: str | None, last_topic_id: str | None) -> Offer:
    topics: list[TopicLine] = [topic for chapter in course["chapters"] for topic in chapter["topics"]]
    ids = [topic["_id"] for topic in topics]
    topic_id = last_topic_id if last_topic_id in ids else next(iter(ids), None)
    steps = []
    if topic_id:
        label = "Continue learning" if course["isPurchased"] or last_topic_id else "Start learning"
        steps.append(Step("learn", label, _player(course, topic_id)))
    if not course["isPurchased"] and course["proCourse"]:
        steps.append(Step("enrol", "Enrol with Pro"))
    return Offer(access, True, steps, None if topic_id else "Topics are coming soon.")


def _access_line(access: CourseAccess | None) -> str | None:
    if access is None:
        return None
    end = day(access["endsAt"]) if access["endsAt"] else None
    if not access["granted"]:
        return f"Your access ended on {end}" if end else "Your access has ended"
    until = f" until {end}" if end else ""
    if access["via"] == "pro":
        return f"Access with your Pro{until}"
    if access["via"] == "trial":
        return f"Access with your free trial{until}"
    return f"Access{until}" if until else "Access with no end date"


def _after(course: CourseDetail) -> tuple[str, list[str]]:
    if course["proCourse"]:
        at_once = "You get access immediately, for as long as your Pro is active."
        alone = f"If you buy it separately, you get access for {_days(course)}, without Pro."
        return "With Pro", [at_once, _KEPT, *([] if _is_pro_only(course) else [alone])]
    at_once = f"You get access immediately, for {_days(course)}."
    if course["offer_price"] == 0:
        return "After you enrol", [at_once, _KEPT, "After that, you can enrol again."]
    single = "This is a one-time payment. There is no auto-renewal and no further charge."
    return "After you pay", [at_once, _KEPT, single]


def _is_pro_only(course: CourseDetail) -> bool:
    return course["proCourse"] and course["offer_price"] == 0


def _days(course: CourseDetail) -> str:
    days = course["accessValidityInDays"]
    return f"{indian_number(days)} {'day' if days == 1 else 'days'}"


def _player(course: CourseDetail, topic_id: str) -> str:
    return f"/course/{course['_id']}/topic/{topic_id}"


def _length(seconds: int) -> str:
    hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
