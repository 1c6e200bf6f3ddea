"""Home, and the pages of courses and mentors."""

from functools import partial
from typing import Any

from django.utils.translation import gettext

from apps.accounts.selectors.pro_facts import pro_facts
from apps.accounts.states import TrialStatus
from apps.catalog.selectors import certificates, course_filters, notes, progress, topics, wish_lists
from apps.catalog.selectors import public as catalog
from apps.catalog.selectors.cards import CourseDetail
from apps.catalog.selectors.courses import CourseFilters
from apps.catalog.selectors.curriculum import TopicLine
from apps.catalog.selectors.topic_access import UnknownTopic
from apps.catalog.states import Price
from apps.content.selectors import public as content
from apps.core.api.named_fields import on_top_and_in_data
from apps.core.api.pagination import Slice
from apps.core.search_tokens import MAX_QUERY_LENGTH
from apps.core.social_pictures import SocialPicture
from apps.live.selectors import public as live
from apps.site import mentors, schema_org
from apps.site.pages.common import (
    PageBuilder,
    PageContent,
    PageRequest,
    Part,
    pro_offer,
    pro_section,
    slice_key,
    testimonials_and_faq,
)
from apps.site.routes import Route

_TRENDING, _SOON, _FIRST = Slice(0, 8), Slice(0, 3), Slice(0, 3)
"""As home.tsx and TrialCourses.tsx request them."""

_RELATED = Slice(0, 4)
"""As NextCourses.tsx requests them: three, and the course itself may be among them."""


def _home(_route: Route, request: PageRequest) -> PageContent:
    get_courses = partial(
        catalog.course_list, filters=CourseFilters(), part=_TRENDING, person=request.person, now=request.now
    )
    get_webinars = partial(live.webinar_list, page=_SOON, now=request.now)
    return PageContent(
        parts=[
            *_trial_courses(request),
            (["catalog", "courses", slice_key(_TRENDING)], get_courses),
            (["live", "webinars", slice_key(_SOON)], get_webinars),
            (["catalog", "categories"], catalog.categories),
            pro_section(request),
            *testimonials_and_faq(),
        ],
        structured=schema_org.organization(content.site()["data"]),
        faq_topics=lambda _title: True,
    )


def _trial_courses(request: PageRequest) -> list[Part]:
    """Where to start during the trial, before level and language were chosen in this browser."""
    person = request.person
    if person is None or pro_facts(person=person, at=request.now).trial.status != TrialStatus.ACTIVE:
        return []
    key = ["catalog", "courses", {"price": Price.PRO.value, **slice_key(_FIRST)}]
    filters = CourseFilters(price=Price.PRO)
    get_courses = partial(catalog.course_list, filters=filters, part=_FIRST, person=person, now=request.now)
    return [(key, get_courses)]


def _course_list(_route: Route, request: PageRequest) -> PageContent:
    query = course_filters.parse_query(request.query)
    key = ["catalog", "courses", {**query, "skip": 0, "limit": course_filters.PAGE}]
    parts: list[Part] = [(key, partial(_matching_courses, query, request)), _options(query)]
    if set(query) - {"category", "sort"}:
        # Such a list may be empty, and then shows courses that come close. A category has courses.
        text = query.get("search", "")
        get_help = partial(
            catalog.search_help, text=text[:MAX_QUERY_LENGTH], person=request.person, now=request.now
        )
        parts.append((["catalog", "searchHelp", text], get_help))
    return PageContent(parts=parts)


def _options(query: course_filters.CourseQuery) -> Part:
    """The filters of the list, with the counts under what is selected."""
    selection = course_filters.selection(query)
    filters = course_filters.filters(selection) or CourseFilters()
    key = ["catalog", "options", *([selection] if selection else [])]
    return (key, partial(catalog.course_options, filters=filters))


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
    parts = [pro_offer()] if "getPro" in course["offer"]["actions"] else []
    if request.person is not None and course["access"] is None:
        get_wish = partial(wish_lists.wish, person=request.person, course_key=course["_id"])
        parts.append((["catalog", "wish", course["_id"]], get_wish))
    return PageContent(
        [(["catalog", "course", key], answer)],
        parts=parts,
        title=course["title"],
        description=course["lead"] or course["long_description"],
        canonical=f"/courses/{course['weburlname']}",
        picture=SocialPicture(
            by=", ".join(teacher["full_name"] for teacher in course["instructors"]),
            cover=course["webimage"][0]["url"],
        ),
        structured=[schema_org.course(course, provider=content.site()["data"])],
    )


def _mentor(_route: Route, request: PageRequest) -> PageContent:
    key = request.values["mentor"]
    answer = mentors.mentor(key=key, person=request.person, now=request.now)
    mentor = answer["data"]
    return PageContent(
        [(["mentors", key], answer)],
        title=mentor["full_name"],
        description=mentor["bio"],
        canonical=f"/mentors/{mentor['weburlname']}",
        picture=SocialPicture(by=", ".join(line["text"] for line in mentor["credentials"][:2]), cover=""),
        structured=[schema_org.person(mentor, employer=content.site()["data"])],
    )


def _topic(_route: Route, request: PageRequest) -> PageContent:
    """A topic of a course, with or without access to it: the endpoint gives the browser the reason."""
    person, now = request.person, request.now
    if person is None:
        return PageContent()
    key, topic_id = request.values["courseId"], request.values["topicId"]
    context = progress.course_context(key=key, person=person, at=now)
    states = progress.topic_states(context)
    detail = catalog.course_detail(key=key, person=person, now=now, states=states)
    course = detail["data"]
    line = _topic_line(course, topic_id)

    def get_topic() -> Any:
        return {"data": topics.topic_page(course_key=key, topic_id=topic_id, person=person, now=now)}

    def get_progress() -> Any:
        return {"progress": progress.course_progress(context=context, states=states, at=now)}

    get_notes = partial(notes.own_notes, topic_id=topic_id, person=person, now=now)

    # A free preview opens without the course, and a topic can be withheld from its owner.
    parts: list[Part] = [(["learning", "topic", key, topic_id], get_topic)]
    if context.is_open:
        parts.append((["learning", "progress", key], get_progress))
    parts.append((["learning", "notes", line["_id"]], get_notes))
    return PageContent(
        [(["catalog", "course", key], detail)],
        parts=parts,
        title=f"{line['title']} · {course['title']}",
        canonical=f"/course/{course['_id']}/topic/{line['_id']}",
    )


def _topic_line(course: CourseDetail, topic_id: str) -> TopicLine:
    for chapter in course["chapters"]:
        for line in chapter["topics"]:
            if line["_id"] == topic_id.lower():
                return line
    raise UnknownTopic()


def _completion(route: Route, request: PageRequest) -> PageContent:
    person, now = request.person, request.now
    if person is None:
        return PageContent()
    key = request.values["courseId"]
    detail = catalog.course_detail(key=key, person=person, now=now)
    course = detail["data"]

    def get_own() -> dict[str, Any]:
        return on_top_and_in_data(certificates.own_certificate(person=person, course_key=key))

    related = CourseFilters(categories=(course["category"],))
    return PageContent(
        [(["catalog", "course", key], detail)],
        parts=[
            # A page writes nothing: the browser requests a certificate that is not issued yet.
            (["certificates", "own", key], get_own),
            (
                ["catalog", "courses", {"category": [course["category"]], **slice_key(_RELATED)}],
                partial(catalog.course_list, filters=related, part=_RELATED, person=person, now=now),
            ),
        ],
        title=f"{route.title} · {course['title']}",
        canonical=f"/course/{course['_id']}/completed",
    )


def _certificate(route: Route, request: PageRequest) -> PageContent:
    code = request.values["code"]
    found = certificates.find_public(code, now=request.now)
    return PageContent(
        [(["certificates", "public", code], {"data": found})],
        title=f"{gettext(route.title)} · {found['courseTitle']}",
        canonical=certificates.page_path(found["code"]),
    )


BUILDERS: dict[str, PageBuilder] = {
    "home": _home,
    "courses": _course_list,
    "course": _course,
    "topic": _topic,
    "mentor": _mentor,
    "course-completion": _completion,
    "certificate": _certificate,
}
