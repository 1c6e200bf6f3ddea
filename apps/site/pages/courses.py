"""Home, and the pages of courses."""

from contextlib import suppress
from typing import Any
from uuid import UUID

from apps.catalog.selectors import progress, reviews, topics
from apps.catalog.selectors import public as catalog
from apps.catalog.selectors.cards import CourseDetail
from apps.catalog.selectors.courses import CourseFilters
from apps.catalog.selectors.curriculum import TopicLine
from apps.catalog.selectors.topic_access import UnknownTopic
from apps.content.selectors import public as content
from apps.core.api.pagination import Slice
from apps.core.errors import Forbidden
from apps.live.selectors import public as live
from apps.site import course_filters, schema_org
from apps.site.pages.common import (
    Answers,
    PageBuilder,
    PageContent,
    PageRequest,
    pro_section,
    slice_key,
    testimonials_and_faq,
)
from apps.site.routes import Route

_TRENDING, _SOON = Slice(0, 8), Slice(0, 3)
"""As home.tsx requests them."""


def _home(_route: Route, request: PageRequest) -> PageContent:
    courses = catalog.course_list(
        filters=CourseFilters(), part=_TRENDING, person=request.person, now=request.now
    )
    webinars = live.webinar_list(page=_SOON, now=request.now)
    return PageContent(
        [
            (["catalog", "courses", slice_key(_TRENDING)], courses),
            (["live", "webinars", slice_key(_SOON)], webinars),
            (["catalog", "categories"], catalog.categories()),
            pro_section(request),
            *testimonials_and_faq(),
        ],
        structured=schema_org.organization(content.site()["data"]),
    )


def _course_list(_route: Route, request: PageRequest) -> PageContent:
    query = course_filters.parse_query(request.query)
    key = ["catalog", "courses", {**query, "skip": 0, "limit": course_filters.PAGE}]
    return PageContent(
        [(key, _matching_courses(query, request)), (["catalog", "options"], catalog.course_options())]
    )


def _matching_courses(query: course_filters.CourseQuery, request: PageRequest) -> Any:
    filters = course_filters.filters(query)
    if filters is None:
        return {"courses": [], "totalCount": 0}
    part = Slice(0, course_filters.PAGE)
    return catalog.course_list(filters=filters, part=part, person=request.person, now=request.now)


def _course(_route: Route, request: PageRequest) -> PageContent:
    key = request.values["courseId"]
    answer = catalog.course_detail(key=key, person=request.person, now=request.now)
    course = answer["data"]
    answers: Answers = [(["catalog", "course", key], answer)]
    if request.person is not None and course["access"] is not None and course["access"]["granted"]:
        learned = progress.get_progress(key=course["_id"], person=request.person, at=request.now)
        answers.append((["learning", "progress", course["_id"]], {"progress": learned}))
    return PageContent(
        answers,
        title=course["title"],
        description=course["lead"] or course["long_description"],
        canonical=f"/courses/{course['weburlname']}",
        structured=[
            schema_org.course(course, provider=content.site()["data"], review_count=_review_count(course))
        ],
    )


def _review_count(course: CourseDetail) -> int:
    """The page has only the newest reviews; a full list means that there are more to count."""
    listed = len(course["reviews"])
    return listed if listed < reviews.MAX_REVIEWS else reviews.count_reviews(UUID(course["_id"]))


def _topic(_route: Route, request: PageRequest) -> PageContent:
    """A topic of a course, with or without access to it: the endpoint gives the browser the reason."""
    if request.person is None:
        return PageContent([])
    key, topic_id = request.values["courseId"], request.values["topicId"]
    detail = catalog.course_detail(key=key, person=request.person, now=request.now)
    course = detail["data"]
    line = _topic_line(course, topic_id)
    answers: Answers = [(["catalog", "course", key], detail)]
    # Each on its own: a free preview opens without the course, and a topic can be withheld from its owner.
    with suppress(Forbidden):
        topic = topics.topic_page(course_key=key, topic_id=topic_id, person=request.person, now=request.now)
        answers.append((["learning", "topic", key, topic_id], {"data": topic}))
    with suppress(Forbidden):
        learned = progress.get_progress(key=key, person=request.person, at=request.now)
        answers.append((["learning", "progress", key], {"progress": learned}))
    return PageContent(
        answers,
        title=f"{line['title']} · {course['title']}",
        canonical=f"/course/{course['_id']}/topic/{line['_id']}",
    )


def _topic_line(course: CourseDetail, topic_id: str) -> TopicLine:
    for chapter in course["chapters"]:
        for line in chapter["topics"]:
            if line["_id"] == topic_id.lower():
                return line
    raise UnknownTopic()


BUILDERS: dict[str, PageBuilder] = {
    "home": _home,
    "courses": _course_list,
    "course": _course,
    "topic": _topic,
}
