"""The JSON of a course: the card in lists, and the details on its page."""

from datetime import date, datetime
from decimal import Decimal
from operator import attrgetter
from typing import Annotated, NamedTuple, TypedDict
from uuid import UUID

from django.core.files.storage import default_storage

from apps.catalog.models import Course
from apps.catalog.selectors import curriculum, offers, reviews
from apps.catalog.states import Language, Level, Pricing
from apps.content.selectors import instructors
from apps.core import covers, gst, images, indian_time, struck_prices
from apps.core.covers import figures
from apps.core.json_types import Between, Choices, DateTime, Help, Identifier, Rupees
from apps.core.money import Money

COVER_WIDTH, COVER_HEIGHT = covers.SIZES["wide"]


class Image(TypedDict):
    url: str
    width: int
    height: int


class CourseCard(gst.PricesWithGst):
    _id: Identifier
    title: str
    weburlname: str
    lead: str
    long_description: str
    link: str
    instructors: list[instructors.InstructorCard]
    totalLearner: int
    rating: Annotated[float, Between(0, 5), Help("0 until there are five published reviews.")]
    reviewCount: Annotated[int, Help("Published reviews.")]
    offer_price: Rupees
    markup_price: Rupees | None
    level: Annotated[str, Choices(Level.values)]
    language: Annotated[str, Choices(Language.values)]
    webimage: Annotated[list[Image], Help("One image in several sizes, the largest first.")]
    CoursetotalDuration: Annotated[int, Help("Seconds.")]
    proCourse: bool
    pricing: Annotated[
        str,
        Choices(Pricing.values),
        Help("How people get it: free, for its price, with Pro, or with Pro as well as for its price."),
    ]
    isPurchased: bool
    previewVideoId: Identifier | None
    previewVideoUrl: str | None
    isNew: bool
    category: str


class CourseDetail(CourseCard):
    whatYouWillLearn: list[str]
    requirements: list[str]
    accessValidityInDays: int
    chapters: list[curriculum.ChapterLine]
    access: offers.CourseAccess | None
    offer: offers.CourseOffer
    review: Annotated[
        reviews.ReviewRule | None,
        Help("Null: no access, and none that ended by itself after half was finished."),
    ]
    ownReview: Annotated[
        reviews.OwnReview | None, Help("What the caller wrote, published or not; null until they can write.")
    ]
    reviews: Annotated[list[reviews.ReviewLine], Help("The newest published reviews.")]
    reviewCounts: Annotated[list[int], Help("Published reviews with one star, two stars and so on to five.")]
    lastUpdated: Annotated[DateTime, Help("When its content last changed.")]
    related: Annotated[list[CourseCard], Help("Other courses that go with it.")]


class CardRow(NamedTuple):
    """The columns of a card, named as lookups from a course; files are their names."""

    pk: UUID
    title: str
    weburlname: str
    lead: str
    long_description: str
    link: str
    total_learners: int
    rating: Decimal
    review_count: int
    offer_price_paise: int
    markup_price_paise: int | None
    markup_last_day: date | None
    level: str
    language: str
    image: str
    image_width: int | None
    image_height: int | None
    figure: str
    figure_numbers: str
    duration_seconds: int
    is_pro: bool
    preview_video: str
    is_new: bool
    category__title: str
    category__hue: int


_card_columns = attrgetter(*(name.replace("__", ".") for name in CardRow._fields))


def course_card(course: Course, *, day: date, tax: gst.Tax) -> CourseCard:
    """The card for visitors, on an Indian day."""
    listed = [instructors.card(teaching.instructor) for teaching in course.teaching.all()]
    return card_from_row(CardRow(*_card_columns(course)), listed_instructors=listed, day=day, tax=tax)


def card_from_row(
    row: CardRow, *, listed_instructors: list[instructors.InstructorCard], day: date, tax: gst.Tax
) -> CourseCard:
    """The same from plain columns, for lists that load no models."""
    identity, preview = str(row.pk), str(row.preview_video)
    markup = struck_prices.struck_price_paise(row, day=day)
    return {
        "_id": identity,
        "title": row.title,
        "weburlname": row.weburlname,
        "lead": row.lead,
        "long_description": row.long_description,
        "link": row.link,
        "instructors": listed_instructors,
        "totalLearner": row.total_learners,
        "rating": float(row.rating),
        "reviewCount": row.review_count,
        "offer_price": Money(row.offer_price_paise).to_rupees(),
        "markup_price": None if markup is None else Money(markup).to_rupees(),
        **tax.prices(row.offer_price_paise, markup),
        "level": row.level,
        "language": row.language,
        "webimage": _images(row),
        "CoursetotalDuration": row.duration_seconds,
        "proCourse": row.is_pro,
        "pricing": Pricing.of(is_pro=row.is_pro, price_paise=row.offer_price_paise),
        "isPurchased": False,
        # A course has one preview, so the course's id identifies it.
        "previewVideoId": identity if preview else None,
        "previewVideoUrl": default_storage.url(preview) if preview else None,
        "isNew": row.is_new,
        "category": row.category__title,
    }


def course_detail(course: Course, *, related: list[CourseCard], now: datetime) -> CourseDetail:
    """The card with the details of the course's page, for visitors."""
    day = indian_time.day_of(now)
    card = course_card(course, day=day, tax=gst.on(day))
    return {
        **card,
        "whatYouWillLearn": course.what_you_will_learn,
        "requirements": course.requirements,
        "accessValidityInDays": course.access_days,
        "chapters": curriculum.course_chapters(course.pk),
        "access": None,
        "offer": offers.course_offer(pricing=Pricing(card["pricing"])),
        "review": None,
        "ownReview": None,
        "reviews": reviews.latest_reviews(course.pk),
        "reviewCounts": [*reviews.review_stats(course.pk).counts],
        "lastUpdated": indian_time.iso_utc(_updated_at(course, now)),
        "related": related,
    }


def _updated_at(course: Course, now: datetime) -> datetime:
    """When it became public or was changed since. What was postponed is still shown to its owners."""
    if course.published_at > now:
        return course.content_updated_at
    return max(course.content_updated_at, course.published_at)


def image_url(course: Course, *, hue: int) -> str:
    """A course's image in the size of carts and orders; without an upload the generated cover."""
    if course.image:
        sizes = _image_sizes(str(course.image), course.image_width, course.image_height)
        return next((size["url"] for size in sizes if size["width"] <= COVER_WIDTH), sizes[0]["url"])
    return covers.url(seed=_cover_seed(course), hue=hue, ratio="wide")


def _images(row: CardRow) -> list[Image]:
    """The largest first; the browser picks one."""
    if row.image:
        return _image_sizes(str(row.image), row.image_width, row.image_height)
    generated = covers.url(seed=_cover_seed(row), hue=row.category__hue, ratio="wide")
    return [{"url": generated, "width": COVER_WIDTH, "height": COVER_HEIGHT}]


def _cover_seed(course: Course | CardRow) -> str:
    if not course.figure:
        return str(course.pk)
    return figures.seed(course.figure, figures.parse_numbers(course.figure, course.figure_numbers))


def _image_sizes(name: str, width: int | None, height: int | None) -> list[Image]:
    sizes = images.variants(
        name, width=width or COVER_WIDTH, height=height or COVER_HEIGHT, spec=images.COVER
    )
    return [
        {"url": default_storage.url(size.name), "width": size.width, "height": size.height} for size in sizes
    ]
