"""A course has a rating from five published reviews on, in every answer and on every page that shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse

from apps.catalog.models import Course
from apps.catalog.services.reviews import update_rating
from apps.catalog.tests.factories import ReviewFactory
from apps.core.testing.fixtures import Person
from tests.authorisation import objects
from tests.authorisation.matrix import ROWS

pytestmark = [pytest.mark.django_db, pytest.mark.once]

READS = [row for row in ROWS if row.method == "GET" and row.statuses[1] == 200 and row.route != "api/schema"]
PATH = re.compile(r"<loc>https?://[^/<]+(/[^<]*)</loc>")


def courses_in(value: Any) -> Iterator[dict[str, Any]]:
    """Every course in an answer, however deep."""
    if isinstance(value, dict):
        if {"rating", "weburlname"} <= value.keys():
            yield value
        for inner in value.values():
            yield from courses_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from courses_in(inner)


def review_every_course(published: int) -> None:
    """So many published reviews of four stars for each course, and more that still wait."""
    for course in Course.objects.all():
        ReviewFactory.create_batch(published, course=course, rating=4)
        ReviewFactory.create_batch(6, course=course, rating=5, status="waiting")
        update_rating(course_id=course.pk)
    cache.clear()


def read_everything(member: Person, created: objects.Objects) -> Iterator[tuple[str, HttpResponse]]:
    """Every answer that a member may read, the list of courses, and every page in the sitemap."""
    yield "/api/course/mobile", member.api.post("/api/course/mobile", {})
    sitemap = member.api.get("/sitemap.xml").content.decode()
    pages = map(unescape, PATH.findall(sitemap))
    for url in [*(row.url(created) for row in READS), *pages]:
        yield url, member.api.get(url)


@pytest.mark.parametrize(("published", "rating"), [(4, 0), (5, 4)])
def test_ratings_come_from_five_published_reviews(member: Person, published: int, rating: int) -> None:
    created = objects.create_objects(member)
    review_every_course(published)
    ratings, pages_with_rating = [], []
    for url, response in read_everything(member, created):
        assert response.status_code == 200, url
        if response["Content-Type"].startswith("application/json"):
            ratings += [(url, course["rating"]) for course in courses_in(response.json())]
        elif response["Content-Type"].startswith("text/html") and b"aggregateRating" in response.content:
            pages_with_rating.append(url)

    assert len({url for url, _ in ratings}) == 4
    assert [(url, found) for url, found in ratings if found != rating] == []
    assert bool(pages_with_rating) == bool(rating)
