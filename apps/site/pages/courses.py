"""Home, and the pages of courses."""

from typing import Any

from apps.catalog.selectors import progress
from apps.catalog.selectors import public as catalog
from apps.catalog.selectors.courses import CourseFilters
from apps.content.selectors import public as content
from apps.core.api.pagination import Slice
from apps.live.selectors import public as live
from apps.site import course_filters, course_page, player, pro_page, schema_org, testimonials, trial
from apps.site.pages.page_types import Answers, PageBuilder, PageContent, PageRequest
from apps.site.routes import Route


def _home(_route: Route, request: PageRequest) -> PageContent:
    courses = _courses(request, limit=8)
    webinars = live.webinar_list(page=Slice(0, 3), now=request.now)
    categories = catalog.categories()
    pro = pro_page.page_part(person=request.person, now=request.now)
    quotes = testimonials.quotes_and_faq()
    return PageContent(
        "pages/home.html",
        {
            "courses": courses["courses"],
            "webinars": webinars["data"],
            "categories": categories["categories"],
            "trial": trial.trial_context(person=request.person, at=request.now),
            "pro": pro.context.get("invitation"),
            **quotes.context,
        },
        [
            (["catalog", "courses", {"skip": 0, "limit": 8}], courses),
            (["live", "webinars", {"skip": 0, "limit": 3}], webinars),
            (["catalog", "categories"], categories),
            *pro.answers,
            *quotes.answers,
        ],
        structured=schema_org.organization(content.site()["data"]),
    )


def _courses(request: PageRequest, *, limit: int) -> Any:
    part = Slice(0, limit)
    return catalog.course_list(filters=CourseFilters(), part=part, person=request.person, now=request.now)


def _course_listing(_route: Route, request: PageRequest) -> PageContent:
    query = course_filters.parse_query(request.query)
    courses = _matching_courses(query, request)
    options = catalog.course_options()
    return PageContent(
        "pages/courses.html",
        {
            "courses": courses["courses"],
            "total": courses["totalCount"],
            "shelf": course_filters.build_context(query, options=options["data"]),
        },
        [
            (["catalog", "courses", {**query, "skip": 0, "limit": course_filters.PAGE}], courses),
            (["catalog", "options"], options),
        ],
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
    last_topic_id = None
    if request.person is not None and course["access"] is not None and course["access"]["granted"]:
        learned = progress.get_progress(key=course["_id"], person=request.person, at=request.now)
        answers.append((["learning", "progress", course["_id"]], {"progress": learned}))
        last_topic_id = learned["lastTopicId"]
    return PageContent(
        "pages/course.html",
        {
            "course": course,
            "view": course_page.build_context(course, last_topic_id=last_topic_id),
            "is_member": request.person is not None,
        },
        answers,
        title=course["title"],
        description=course["lead"] or course["long_description"],
        canonical=f"/courses/{course['weburlname']}",
        structured=[
            schema_org.course(
                course, provider=content.site()["data"], review_count=course_page.review_count(course)
            )
        ],
    )


def _topic(_route: Route, request: PageRequest) -> PageContent:
    if request.person is None:
        return PageContent("pages/topic.html", {}, [])
    key, topic_id = request.values["courseId"], request.values["topicId"]
    topic = player.open_topic(course_key=key, topic_id=topic_id, person=request.person, now=request.now)
    return PageContent(
        "pages/topic.html",
        {"player": topic},
        topic.answers,
        title=topic.title,
        canonical=f"/course/{topic.course['_id']}/topic/{topic.line['_id']}",
    )


BUILDERS: dict[str, PageBuilder] = {
    "home": _home,
    "courses": _course_listing,
    "course": _course,
    "topic": _topic,
}
