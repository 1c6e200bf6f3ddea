from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from django.db.models import Count, OuterRef, Subquery, Value

from apps.catalog import search
from apps.catalog.models import Course, CourseInstructor, ModuleCourse
from apps.catalog.models.course import CourseQuerySet
from apps.catalog.search import Query
from apps.catalog.selectors import cards
from apps.catalog.states import Level, Price, Sort
from apps.content.selectors import instructors
from apps.core import gst, tagged_cache
from apps.core.errors import NotFound

_MANY_COURSES = 1000
"""With at least so many courses a list is read in its sort order; fewer are looked up and sorted."""

MAX_RELATED = 4
_CONSIDERED = 12
"""How many of a category's most popular courses the related ones are chosen from."""

_QUOTE_COLUMNS = (
    "title",
    "image",
    "image_width",
    "image_height",
    "figure",
    "figure_numbers",
    "offer_price_paise",
    "markup_price_paise",
    "markup_last_day",
    "access_days",
)


class UnknownCourse(NotFound):
    code = "course_unknown"
    message = "We could not find that course."


@dataclass(frozen=True, slots=True)
class CourseFilters:
    """The filters of a course list; an empty field filters nothing."""

    categories: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    instructors: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    price: Price | None = None
    search: str = ""
    sort: Sort | None = None
    """None: by relevance, without a search by popularity."""


@dataclass(frozen=True, slots=True)
class CardPage:
    """A page of a course list, and the total of the list."""

    courses: list[cards.CourseCard]
    total: int


def filter_courses(*, filters: CourseFilters, of: int = 0) -> CourseQuerySet:
    """Published courses that match, sorted; `of` is their number, if it is known."""
    courses = _apply_filters(filters, few_matches=of < _MANY_COURSES)
    if not filters.search.strip():
        return courses.sorted_by(filters.sort or Sort.POPULAR)
    match = search.match_courses(filters.search)
    if match is None:
        return courses.none()
    courses = courses.filter(match.condition)
    return courses.sorted_by(filters.sort) if filters.sort else courses.by_relevance(match.relevance)


def count_courses(*, filters: CourseFilters) -> int:
    return filter_courses(filters=filters).order_by().count()


def list_cards(*, filters: CourseFilters, skip: int, end: int, of: int, day: date) -> list[cards.CourseCard]:
    """The cards of a slice of a list with `of` courses, in two queries."""
    return _cards(_card_rows(filter_courses(filters=filters, of=of)[skip:end]), day=day)


def search_cards(*, filters: CourseFilters, skip: int, end: int, day: date) -> CardPage:
    """The cards of a slice of a search with its total, in one query: searching twice is too expensive."""
    matching = filter_courses(filters=filters)
    # A subquery and no window function: that would read all columns of all rows.
    total = matching.order_by().values(every=Value(1)).annotate(total=Count("*")).values("total")
    counted = matching.annotate(total=Subquery(total)).values_list("total", *cards.CardRow._fields)
    rows = list(counted[skip:end])
    if not rows:
        return CardPage([], matching.order_by().count())
    return CardPage(_cards([cards.CardRow(*columns) for _, *columns in rows], day=day), rows[0][0])


def closest_cards(query: Query, *, count: int, day: date) -> list[cards.CourseCard]:
    """Cards of the courses that fit most words of a query, and popular ones to make up the number."""
    match = search.match_any_word(query)
    rows: list[cards.CardRow] = []
    if match is not None:
        fitting = Course.objects.published().filter(match.condition)
        rows += _card_rows(fitting.by_relevance(match.relevance)[:count])
    if len(rows) < count:
        others = Course.objects.published().exclude(pk__in=[row.pk for row in rows])
        rows += _card_rows(others.sorted_by(Sort.POPULAR)[: count - len(rows)])
    return _cards(rows, day=day)


def partial_cards(query: Query, *, count: int, day: date) -> tuple[list[cards.CourseCard], int]:
    """Cards of the courses that fit most words of a query, and how many words these are."""
    match = search.match_any_word(query)
    if match is None:
        return [], 0
    fitting = Course.objects.published().filter(match.condition).by_relevance(match.relevance)
    found = [
        (search.count_words(relevance), cards.CardRow(*columns))
        for relevance, *columns in fitting.values_list("relevance", *cards.CardRow._fields)[:count]
    ]
    most = max((hits for hits, _ in found), default=0)
    return _cards([row for hits, row in found if hits == most], day=day), most


def cards_of(course_ids: Sequence[UUID], *, day: date) -> list[cards.CourseCard]:
    """The cards of these published courses, in this order."""
    rows = {row.pk: row for row in _card_rows(Course.objects.published().filter(pk__in=course_ids))}
    return _cards([rows[course_id] for course_id in course_ids if course_id in rows], day=day)


def cards_after_modules(*, day: date) -> dict[str, list[cards.CourseCard]]:
    """The card of the course that goes on from each module of the academy, by the module's slug and id."""
    chosen = list(ModuleCourse.objects.values_list("module__weburlname", "module_id", "course_id"))
    found = {card["_id"]: card for card in cards_of([course_id for *_, course_id in chosen], day=day)}
    return {
        str(key): [found[str(course_id)]]
        for *keys, course_id in chosen
        if str(course_id) in found
        for key in keys
    }


def get_published(*, key: str, at: datetime) -> Course:
    """
    The course with this id or slug that is public at that time, with the relations of a card.

    :raises UnknownCourse: if there is none, or it is not public
    """
    course = Course.objects.published(at=at).by_id_or_slug(key).with_card_relations().first()
    if course is None:
        raise UnknownCourse()
    return course


def get_for_quote(*, key: str, at: datetime) -> tuple[Course, str, str | None]:
    """
    The course that is public at that time, with only the columns of a quote; its image; its first teacher.

    Prices are read each time; category hue and instructor come from the cache.

    :raises UnknownCourse: if there is none, or it is not public
    """
    try:
        course = Course.objects.published(at=at).by_id_or_slug(key).only(*_QUOTE_COLUMNS).get()
        hue, instructor = tagged_cache.get_or_set(
            tags=Course.cache_tags,
            key=f"hue and instructor:{course.pk}",
            make=lambda: _hue_and_instructor(course.pk),
        )
    except Course.DoesNotExist:
        # Also if it is deleted between the two queries.
        raise UnknownCourse() from None
    return course, cards.image_url(course, hue=hue), instructor


def related_cards(course: Course, *, day: date) -> list[cards.CourseCard]:
    """
    Other courses that somebody who looks at this one may want: of its category and then popular ones; first
    those in its language and on the level after it.
    """
    others = Course.objects.published().exclude(pk=course.pk).sorted_by(Sort.POPULAR)
    rows = _card_rows(others.filter(category=course.category_id)[:_CONSIDERED])
    if len(rows) < MAX_RELATED:
        taken = [row.pk for row in rows]
        rows += _card_rows(others.exclude(pk__in=taken)[: MAX_RELATED - len(rows)])
    levels = Level.values
    following = min(levels.index(course.level) + 1, len(levels) - 1)

    def distance(row: cards.CardRow) -> tuple[bool, bool, int]:
        return (
            row.category__title != course.category.title,
            row.language != course.language,
            abs(levels.index(row.level) - following),
        )

    return _cards(sorted(rows, key=distance)[:MAX_RELATED], day=day)


def _card_rows(courses: CourseQuerySet) -> list[cards.CardRow]:
    return [cards.CardRow(*columns) for columns in courses.values_list(*cards.CardRow._fields)]


def _hue_and_instructor(course_id: UUID) -> tuple[int, str | None]:
    teaching = CourseInstructor.objects.filter(course=OuterRef("pk")).in_order()
    instructor = Subquery(teaching.values("instructor__name")[:1])
    row: tuple[int, str | None] = (
        Course.objects.filter(pk=course_id).values_list("category__hue", instructor).get()
    )
    return row


def _apply_filters(filters: CourseFilters, *, few_matches: bool) -> CourseQuerySet:
    courses = Course.objects.published()
    if filters.categories:
        courses = courses.in_categories(_without_nul(filters.categories))
    if filters.levels:
        courses = courses.filter(level__in=_without_nul(filters.levels))
    if filters.languages:
        courses = courses.filter(language__in=_without_nul(filters.languages))
    if filters.instructors:
        teachers = instructors.matching(_without_nul(filters.instructors))
        courses = courses.taught_by(teachers, few_matches=few_matches)
    if filters.price:
        courses = courses.with_price(filters.price, sort=filters.sort or Sort.POPULAR)
    return courses


def _without_nul(texts: tuple[str, ...]) -> tuple[str, ...]:
    """The texts without a NUL character: a URL can contain one, and PostgreSQL rejects it."""
    return tuple(text for text in texts if "\x00" not in text)


def _cards(rows: Sequence[cards.CardRow], *, day: date) -> list[cards.CourseCard]:
    listed = _instructors_by_course([row.pk for row in rows])
    tax = gst.on(day)
    return [cards.card_from_row(row, listed_instructors=listed[row.pk], day=day, tax=tax) for row in rows]


def _instructors_by_course(course_ids: list[UUID]) -> defaultdict[UUID, list[instructors.InstructorCard]]:
    """The instructors of each course, in order; courses share the card of an instructor."""
    teaching = CourseInstructor.objects.filter(course__in=course_ids).in_order()
    columns = (f"instructor__{column}" for column in instructors.CARD_COLUMNS)
    instructor_cards: dict[UUID, instructors.InstructorCard] = {}
    by_course: defaultdict[UUID, list[instructors.InstructorCard]] = defaultdict(list)
    for course_id, key, *rest in teaching.values_list("course", *columns):
        if key not in instructor_cards:
            instructor_cards[key] = instructors.card_of(key, *rest)
        by_course[course_id].append(instructor_cards[key])
    return by_course
