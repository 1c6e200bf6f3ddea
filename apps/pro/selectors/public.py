"""The data of this app's public endpoint, for the endpoint and for the server-rendered page."""

from datetime import datetime
from typing import TypedDict

from apps.accounts.models import User
from apps.catalog.selectors import public as catalog
from apps.catalog.selectors.courses import CourseFilters
from apps.catalog.states import Price
from apps.core import tagged_cache
from apps.core.api.pagination import Slice
from apps.pro.selectors import sections

CACHE_TAGS = ("pro",)

MAX_COURSES = 100


class SectionAnswer(TypedDict):
    data: sections.SectionWithCourses


def get_section(*, person: User | None, now: datetime) -> SectionAnswer:
    """
    The Pro section with the courses that it includes, the most popular first.

    :raises UnknownSection: if none is published
    """
    section = tagged_cache.get_or_set(
        tags=CACHE_TAGS, key="section", make=lambda: (sections.published_section(),)
    )[0]
    if section is None:
        raise sections.UnknownSection()
    courses = catalog.course_list(
        filters=CourseFilters(price=Price.PRO), part=Slice(0, MAX_COURSES), person=person, now=now
    )
    return {"data": {**section, "courses": courses["courses"]}}
