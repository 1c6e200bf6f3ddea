"""The answer of this app's open call, for the call itself and for the page made on the server."""

from datetime import datetime
from typing import TypedDict

from apps.accounts.models import User
from apps.catalog.selectors import public as catalog
from apps.catalog.selectors.courses import CourseFilters
from apps.catalog.states import Price
from apps.core import tagged_cache
from apps.core.api.paging import Slice
from apps.pro.selectors import sections

CACHE_TAGS = ("pro",)

MOST_COURSES = 100


class SectionAnswer(TypedDict):
    data: sections.SectionWithCourses


def section(*, person: User | None, now: datetime) -> SectionAnswer:
    """
    The Pro section with the courses that it opens, the popular ones first.

    :raises UnknownSection: if none is published
    """
    shown = tagged_cache.get_or_set(tags=CACHE_TAGS, key="section", make=lambda: (sections.shown(),))[0]
    if shown is None:
        raise sections.UnknownSection()
    courses = catalog.course_list(
        filters=CourseFilters(price=Price.PRO), asked=Slice(0, MOST_COURSES), person=person, now=now
    )
    return {"data": {**shown, "courses": courses["courses"]}}
