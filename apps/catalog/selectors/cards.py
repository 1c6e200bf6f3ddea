"""How a course looks on the wire: the card of lists, and what its own page adds."""

from decimal import Decimal
from operator import attrgetter
from typing import NamedTuple, TypedDict
from uuid import UUID

from django.core.files.storage import default_storage

from apps.accounts.selectors.access import Access
from apps.catalog.models import Course
from apps.catalog.selectors import outline, reviews
from apps.content.selectors import instructors
from apps.core import covers, indian_time, pictures
from apps.core.money import Money

COVER_WIDTH, COVER_HEIGHT = covers.SIZES["wide"]


class Image(TypedDict):
    url: str
    width: int
    height: int


class CourseCard(TypedDict):
    _id: str
    title: str
    weburlname: str
    lead: str
    long_description: str
    link: str
    instructors: list[instructors.InstructorCard]
    totalLearner: int
    rating: float
    offer_price: int | float
    markup_price: int | float | None
    level: str
    language: str
    webimage: list[Image]
    CoursetotalDuration: int
    proCourse: bool
    isPurchased: bool
    previewVideoId: str | None
    previewVideoUrl: str | None
    isNew: bool
    category: str


class CourseAccess(TypedDict):
    granted: bool
    via: str
    endsAt: str | None


class CourseDetail(CourseCard):
    whatYouWillLearn: list[str]
    requirements: list[str]
    accessValidityInDays: int
    chapters: list[outline.ChapterLine]
    access: CourseAccess | None
    reviews: list[reviews.ReviewLine]


class CardRow(NamedTuple):
    """The columns that a card shows, named as lookups from a course; files are their names."""

    pk: UUID
    title: str
    weburlname: str
    lead: str
    long_description: str
    link: str
    total_learners: int
    rating: Decimal
    offer_price_paise: int
    markup_price_paise: int | None
    level: str
    language: str
    image: str
    image_width: int | None
    image_height: int | None
    duration_seconds: int
    is_pro: bool
    preview_video: str
    is_new: bool
    category__title: str
    category__hue: int


_columns_of = attrgetter(*(name.replace("__", ".") for name in CardRow._fields))


def card(course: Course) -> CourseCard:
    """The card as a visitor sees it."""
    teachers = [instructors.card(teaching.instructor) for teaching in course.teaching.all()]
    return card_of(CardRow(*_columns_of(course)), teachers=teachers)


def card_of(row: CardRow, *, teachers: list[instructors.InstructorCard]) -> CourseCard:
    """The same from plain columns, for lists that do without models."""
    identity, markup, preview = str(row.pk), row.markup_price_paise, str(row.preview_video)
    return {
        "_id": identity,
        "title": row.title,
        "weburlname": row.weburlname,
        "lead": row.lead,
        "long_description": row.long_description,
        "link": row.link,
        "instructors": teachers,
        "totalLearner": row.total_learners,
        "rating": float(row.rating),
        "offer_price": Money(row.offer_price_paise).on_wire(),
        "markup_price": None if markup is None else Money(markup).on_wire(),
        "level": row.level,
        "language": row.language,
        "webimage": _images(row),
        "CoursetotalDuration": row.duration_seconds,
        "proCourse": row.is_pro,
        "isPurchased": False,
        # A course has one preview, so the course's id names it.
        "previewVideoId": identity if preview else None,
        "previewVideoUrl": default_storage.url(preview) if preview else None,
        "isNew": row.is_new,
        "category": row.category__title,
    }


def detail(course: Course) -> CourseDetail:
    """What its own page adds, as a visitor sees it."""
    return {
        **card(course),
        "whatYouWillLearn": course.what_you_will_learn,
        "requirements": course.requirements,
        "accessValidityInDays": course.access_days,
        "chapters": outline.of_course(course.pk),
        "access": None,
        "reviews": reviews.shown_of_course(course.pk),
    }


def access(found: Access | None, *, granted: bool = True) -> CourseAccess | None:
    """Why a course opens for a member, or opened until it ended; None: it does not."""
    if found is None:
        return None
    ends_at = None if found.ends_at is None else indian_time.on_wire(found.ends_at)
    return {"granted": granted, "via": found.via, "endsAt": ends_at}


def image_address(course: Course) -> str:
    """The picture of a course in the size of bills; the cover drawn from its id where nobody uploaded one."""
    if course.image:
        kept = _kept(str(course.image), course.image_width, course.image_height)
        return next((one["url"] for one in kept if one["width"] <= COVER_WIDTH), kept[0]["url"])
    return covers.address(seed=str(course.pk), hue=course.category.hue, ratio="wide")


def _images(row: CardRow) -> list[Image]:
    """The largest first; a browser takes the one that fits."""
    if row.image:
        return _kept(str(row.image), row.image_width, row.image_height)
    drawn = covers.address(seed=str(row.pk), hue=row.category__hue, ratio="wide")
    return [{"url": drawn, "width": COVER_WIDTH, "height": COVER_HEIGHT}]


def _kept(name: str, width: int | None, height: int | None) -> list[Image]:
    sizes = pictures.sizes(
        name, width=width or COVER_WIDTH, height=height or COVER_HEIGHT, place=pictures.COVER
    )
    return [
        {"url": default_storage.url(size.name), "width": size.width, "height": size.height} for size in sizes
    ]
