"""How a course looks on the wire: the card of lists, and what its own page adds."""

from typing import TypedDict

from apps.catalog.models import Course
from apps.content.selectors import instructors
from apps.core import covers
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


class CourseDetail(CourseCard):
    whatYouWillLearn: list[str]
    requirements: list[str]
    accessValidityInDays: int


def card(course: Course) -> CourseCard:
    """The card as a visitor sees it."""
    markup = course.markup_price_paise
    return {
        "_id": str(course.pk),
        "title": course.title,
        "weburlname": course.weburlname,
        "lead": course.lead,
        "long_description": course.long_description,
        "link": course.link,
        "instructors": [instructors.card(teaching.instructor) for teaching in course.teaching.all()],
        "totalLearner": course.total_learners,
        "rating": float(course.rating),
        "offer_price": Money(course.offer_price_paise).on_wire(),
        "markup_price": None if markup is None else Money(markup).on_wire(),
        "level": course.level,
        "language": course.language,
        "webimage": [_image(course)],
        "CoursetotalDuration": course.duration_seconds,
        "proCourse": course.is_pro,
        "isPurchased": False,
        # A course has one preview, so the course's id names it.
        "previewVideoId": str(course.pk) if course.preview_video else None,
        "previewVideoUrl": course.preview_video.url if course.preview_video else None,
        "isNew": course.is_new,
        "category": course.category.title,
    }


def detail(course: Course) -> CourseDetail:
    return {
        **card(course),
        "whatYouWillLearn": course.what_you_will_learn,
        "requirements": course.requirements,
        "accessValidityInDays": course.access_days,
    }


def _image(course: Course) -> Image:
    if course.image:
        return {
            "url": course.image.url,
            "width": course.image_width or COVER_WIDTH,
            "height": course.image_height or COVER_HEIGHT,
        }
    return {
        "url": covers.address(seed=str(course.pk), hue=course.category.hue, ratio="wide"),
        "width": COVER_WIDTH,
        "height": COVER_HEIGHT,
    }
