"""Mentors for the site search."""

from collections.abc import Sequence

from apps.catalog.models import CourseInstructor
from apps.content.models import Instructor
from apps.core import tagged_cache
from apps.core.publishing import public
from apps.core.search_items import SearchItem, search_item

_CACHE_TAGS = ("catalog",)
_WORDS = "mentor mentors teacher instructor मेंटर शिक्षक"


@tagged_cache.cached(tags=_CACHE_TAGS, key="search mentors")
def mentors() -> Sequence[SearchItem]:
    """Those who teach a published course, each with the list of these courses."""
    teaching = CourseInstructor.objects.filter(public("course__"))
    rows = Instructor.objects.filter(pk__in=teaching.order_by().values("instructor")).order_by("name", "pk")
    return [
        search_item(
            id=mentor.pk,
            title=mentor.name,
            path=f"/mentors/{mentor.slug}",
            about=mentor.experience,
            texts=[_WORDS, mentor.bio],
        )
        for mentor in rows
    ]
