"""Home, and the pages of courses."""

from typing import Any

from apps.catalog.selectors import progress
from apps.catalog.selectors import public as catalog
from apps.catalog.selectors.courses import CourseFilters
from apps.content.selectors import public as content
from apps.core.api.paging import Slice
from apps.live.selectors import public as live
from apps.site import course_filters, course_page, player, pro_page, schema_org, testimonials, trial
from apps.site.pages.building import Answers, Asked, Content, Maker
from apps.site.routes import Route


def _home(_route: Route, asked: Asked) -> Content:
    courses = _courses(asked, limit=8)
    webinars = live.webinar_list(asked=Slice(0, 3), now=asked.now)
    categories = catalog.categories()
    pro = pro_page.shown(person=asked.person, now=asked.now)
    words = testimonials.everything()
    return Content(
        "pages/home.html",
        {
            "courses": courses["courses"],
            "webinars": webinars["data"],
            "categories": categories["categories"],
            "trial": trial.for_page(person=asked.person, at=asked.now),
            "pro": pro.context.get("invitation"),
            **words.context,
        },
        [
            (["catalog", "courses", {"skip": 0, "limit": 8}], courses),
            (["live", "webinars", {"skip": 0, "limit": 3}], webinars),
            (["catalog", "categories"], categories),
            *pro.answers,
            *words.answers,
        ],
        structured=schema_org.organization(content.site()["data"]),
    )


def _courses(asked: Asked, *, limit: int) -> Any:
    part = Slice(0, limit)
    return catalog.course_list(filters=CourseFilters(), asked=part, person=asked.person, now=asked.now)


def _course_listing(_route: Route, asked: Asked) -> Content:
    wanted = course_filters.asked(asked.query)
    courses = _shelf_page(wanted, asked)
    options = catalog.course_options()
    return Content(
        "pages/courses.html",
        {
            "courses": courses["courses"],
            "total": courses["totalCount"],
            "shelf": course_filters.picture(wanted, options=options["data"]),
        },
        [
            (["catalog", "courses", {**wanted, "skip": 0, "limit": course_filters.PAGE}], courses),
            (["catalog", "options"], options),
        ],
    )


def _shelf_page(wanted: course_filters.Shelf, asked: Asked) -> Any:
    filters = course_filters.filters(wanted)
    if filters is None:
        return {"courses": [], "totalCount": 0}
    part = Slice(0, course_filters.PAGE)
    return catalog.course_list(filters=filters, asked=part, person=asked.person, now=asked.now)


def _course(_route: Route, asked: Asked) -> Content:
    key = asked.values["courseId"]
    answer = catalog.course_detail(key=key, person=asked.person, now=asked.now)
    course = answer["data"]
    answers: Answers = [(["catalog", "course", key], answer)]
    last_topic_id = None
    if asked.person is not None and course["access"] is not None and course["access"]["granted"]:
        learned = progress.of_course(key=course["_id"], person=asked.person, at=asked.now)
        answers.append((["learning", "progress", course["_id"]], {"progress": learned}))
        last_topic_id = learned["lastTopicId"]
    return Content(
        "pages/course.html",
        {
            "course": course,
            "shown": course_page.picture(course, last_topic_id=last_topic_id),
            "is_member": asked.person is not None,
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


def _topic(_route: Route, asked: Asked) -> Content:
    if asked.person is None:
        return Content("pages/topic.html", {}, [])
    key, topic_id = asked.values["courseId"], asked.values["topicId"]
    opened = player.opened(course_key=key, topic_id=topic_id, person=asked.person, now=asked.now)
    return Content(
        "pages/topic.html",
        {"player": opened},
        opened.answers,
        title=opened.title,
        canonical=f"/course/{opened.course['_id']}/topic/{opened.line['_id']}",
    )


MADE: dict[str, Maker] = {
    "home": _home,
    "courses": _course_listing,
    "course": _course,
    "topic": _topic,
}
