"""
What is published for later is nowhere before its moment, and everywhere after it, though nobody saves it.

Endpoints are read from the URL patterns and pages from the route table, so a new one is asked as well.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any, NamedTuple
from urllib.parse import quote, unquote_plus, urlencode

import pytest
import time_machine
from django.conf import settings
from django.urls import get_resolver

from apps.accounts.models import Entitlement
from apps.catalog.models import Course, ModuleCourse, TopicNote, WishListItem
from apps.catalog.selectors.courses import UnknownCourse
from apps.catalog.services import search_documents
from apps.catalog.states import ReviewStatus
from apps.catalog.tests.access_helpers import give_pro
from apps.catalog.tests.factories import (
    ChapterFactory,
    CourseFactory,
    QuestionFactory,
    ReviewFactory,
    TopicFactory,
)
from apps.commerce.models import Cart, Order
from apps.commerce.services import carts, orders
from apps.content.models import AcademyChapter, ChapterQuestion, ChapterRead
from apps.content.tests.factories import AcademyChapterFactory, GlossaryTermFactory, InstructorFactory
from apps.core.testing import proof
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person
from apps.site import pages, routes
from tests.authorisation.matrix import ROWS, is_of_objects
from tests.authorisation.routes import api_endpoints, walk

pytestmark = [pytest.mark.django_db, pytest.mark.once]

MOMENT = datetime(2026, 12, 5, 4, 30, tzinfo=UTC)
NOW = MOMENT - timedelta(seconds=1)
CACHED = timedelta(seconds=60)
ENDS_LOGIN = ("api/user/logout", "api/user/logout/everywhere", "api/user/erase")
WORD = "quokka"
"""Stands in all titles; no request has it spelt like this."""


@dataclass(frozen=True)
class Hidden:
    courses: list[Course]
    topic_ids: list[str]
    chapter: AcademyChapter
    member: Person
    teacher_slug: str

    @property
    def markers(self) -> set[str]:
        rows = [*self.courses, self.chapter]
        ids = [*(str(row.pk) for row in rows), *self.topic_ids]
        return {WORD, *ids, *(row.weburlname for row in rows)}

    @property
    def values(self) -> dict[str, list[str]]:
        """For the parameters of URLs and the fields of bodies, by name."""
        first, *others = self.courses
        course_keys = [str(first.pk), *(row.weburlname for row in others)]
        module = self.chapter.module
        chapter_keys = [self.chapter.weburlname, str(self.chapter.pk)]
        return {
            "key": [*course_keys, *chapter_keys, self.teacher_slug],
            "module_key": [module.weburlname, str(module.pk)],
            "topic_id": self.topic_ids,
            "courseId": course_keys,
            "id": course_keys,
            "productid": course_keys,
            "topicId": self.topic_ids,
            "module": [module.weburlname],
            "chapter": chapter_keys,
            "mentor": [self.teacher_slug],
            "userId": [str(self.member.user.pk)],
            "search": ["quoka hedges"],
        }


class Line(NamedTuple):
    route: str
    method: str
    url: str
    body: dict[str, Any] | None = None


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    # Their data is in the pages without React as well.
    monkeypatch.setattr(pages, "_render", lambda *_args: None)
    with time_machine.travel(NOW, tick=False) as moved:
        yield moved


@pytest.fixture
def hidden(member: Person) -> Hidden:
    teacher = InstructorFactory()
    CourseFactory(title="Gaps", taught_by=[teacher])
    courses = [
        CourseFactory(
            title=f"Quokka hedges {number}",
            weburlname=f"in-december-{number}",
            offer_price_paise=price,
            is_pro=is_pro,
            is_new=True,
            published_at=MOMENT,
            total_learners=999,
            taught_by=[teacher],
        )
        for number, (price, is_pro) in enumerate([(1_000_00, False), (0, False), (0, True)])
    ]
    topics = []
    for course in courses:
        contents = ChapterFactory(course=course)
        topics.append(TopicFactory(chapter=contents, title="Quokka", is_free_preview=True))
        topics.append(QuestionFactory(topic__chapter=contents, topic__title="Quokka").topic)
        ReviewFactory(course=course, status=ReviewStatus.PUBLISHED)
        WishListItem.objects.create(person=member.user, course=course, added_at=NOW)
    open_chapter = AcademyChapterFactory()
    chapter = AcademyChapterFactory(
        title="Quokka", weburlname="another-in-december", published_at=MOMENT, module=open_chapter.module
    )
    ChapterQuestion.objects.create(
        chapter=chapter, text="Which?", options=["One", "Two"], right_option=1, explanation="So."
    )
    GlossaryTermFactory(chapter=chapter)
    ModuleCourse.objects.create(module=open_chapter.module, course=courses[0])
    give_pro(member.user, at=NOW)
    search_documents.rebuild_documents()
    return Hidden(courses, [str(topic.pk) for topic in topics], chapter, member, teacher.slug)


def filled(pattern: str, route: str, names: Sequence[str], values: Sequence[str]) -> str:
    by_name = dict(zip(names, map(quote, values), strict=False))
    return re.sub(pattern, lambda found: by_name[found[1]], route)


def api_lines(hidden: Hidden) -> Iterator[Line]:
    bodies: dict[tuple[str, str], list[Any]] = defaultdict(list)
    for row in ROWS:
        bodies[row.method, row.route].append(row.body)
    # The copy of a person's data says what they wished for while it was public.
    endpoints = api_endpoints() - {("GET", "api/user/data")}
    # Nothing is deleted before all was read, and what ends the login comes last.
    order = sorted(endpoints, key=lambda one: (one[1] in ENDS_LOGIN, one[0] != "GET", one))
    for method, route in order:
        names = re.findall(r"<(?:\w+:)?(\w+)>", route)
        for body in bodies.get((method, route), [None]):
            # What is not hidden, such as an order, is not looked for.
            plain = {name: "none" if is_of_objects(value) else value for name, value in (body or {}).items()}
            asked = [*names, *(name for name in plain if name in hidden.values)]
            for values in product(*(hidden.values.get(name, ["none"]) for name in asked)):
                url = "/" + filled(r"<(?:\w+:)?(\w+)>", route, names, values)
                sent = dict(zip(asked[len(names) :], values[len(names) :], strict=True))
                yield Line(route, method, url, None if body is None else {**plain, **sent})
        if method == "GET" and not names:
            for course in hidden.courses:
                asked = {"q": "quoka hedges", "search": "quoka hedges", "productid": course.pk}
                yield Line(route, method, f"/{route}?{urlencode(asked)}")


def page_lines(hidden: Hidden) -> Iterator[Line]:
    for route in routes.table():
        names = re.findall(r":(\w+)", route.path)
        for values in product(*(hidden.values.get(name, ["none"]) for name in names)):
            url = filled(r":(\w+)", route.path, names, values)
            locales = ("", "/hi") if proof.IS_WHOLE else ("",)
            yield from (Line(route.name, "GET", locale + url) for locale in locales)
    for query in ("?sort=newest", "?search=quoka", "?price=free"):
        yield Line("courses", "GET", f"/courses{query}")
    for route, _ in walk(get_resolver().url_patterns):
        # Sitemap, manifest and the like.
        if re.fullmatch(r"[\w./-]+", route) and not route.startswith(("api", "admin")):
            yield Line(route, "GET", f"/{route}")


def found_in(client: ApiClient, line: Line, markers: set[str]) -> set[str]:
    """The markers that stand in the response and not in its request."""
    if line.body is None:
        response = client.generic(line.method, line.url)
    else:
        response = client.generic(line.method, line.url, json.dumps(line.body), "application/json")
    assert response.status_code < 500, line
    content = b"".join(response) if response.streaming else response.content
    answer = content.decode(errors="replace").lower() + str(response.headers).lower()
    request = unquote_plus(f"{line.url} {line.body}").lower()
    return {marker for marker in markers if marker in answer and marker not in request}


SHOWN_TO_ALL = {
    *("home", "courses", "course", "mentor", "academy", "academy-chapter", "academy-glossary", "sitemap.xml"),
    "api/academy",
    "api/academy/<str:module_key>/<str:key>",
    "api/academy/glossary",
    "api/course/after/<str:module_key>",
    "api/course/search/help",
    "api/course/users/<str:key>",
    "api/course/users/<str:key>/topic/<str:topic_id>",
    "api/mentor/<str:key>",
    "api/search",
}
SHOWN_TO_MEMBERS = {
    *("course-completion", "topic", "wish-list"),
    "api/course/progress/<str:key>",
    "api/course/wish-list",
}


def test_what_has_a_moment_is_nowhere_before_it_and_everywhere_a_minute_after(
    hidden: Hidden, api: ApiClient, member: Person, clock: Any
) -> None:
    lines = [*page_lines(hidden), *api_lines(hidden)]
    assert len(lines) > 300
    clients = ((api, SHOWN_TO_ALL), (member.api, SHOWN_TO_ALL | SHOWN_TO_MEMBERS))
    for client, _ in clients:
        seen = [line for line in lines if found_in(client, line, hidden.markers)]
        assert not seen, "\n".join(map(str, seen))
    assert (Cart.objects.count(), Order.objects.count(), TopicNote.objects.count()) == (0, 0, 0)
    assert [Entitlement.objects.count(), ChapterRead.objects.count()] == [1, 0]

    member.api.force_login(member.user, backend=settings.AUTHENTICATION_BACKENDS[1])
    clock.shift(CACHED)
    WishListItem.objects.create(person=member.user, course=hidden.courses[0], added_at=NOW)
    for client, shown in clients:
        found = {
            line.route for line in lines if line.method == "GET" and found_in(client, line, hidden.markers)
        }
        assert found == shown, "\n".join(sorted(found ^ shown))


def test_a_cart_is_filled_from_the_very_moment_on(member: Person, clock: Any) -> None:
    course = CourseFactory(published_at=MOMENT)
    wanted = "/api/course/cartCourseV1", {"id": str(course.pk)}
    clock.move_to(MOMENT - timedelta(microseconds=1))
    refused = member.api.post(*wanted)
    assert (refused.status_code, refused.json()["code"]) == (404, "course_unknown")
    assert not Cart.objects.exists()
    clock.move_to(MOMENT)
    assert member.api.post(*wanted).status_code == 200


def test_an_order_asks_again_under_its_lock(member: Person, clock: Any) -> None:
    """Staff postponed the course after it was put into the cart."""
    course = CourseFactory(published_at=MOMENT)
    clock.move_to(MOMENT)
    cart = carts.fill(
        person=member.user, kind="course", request={"id": str(course.pk)}, billing_details={}, at=MOMENT
    )
    wanted: Any = {"person": member.user, "kind": "course", "cart_id": cart.pk, "at": MOMENT}
    Course.objects.update(published_at=MOMENT + timedelta(microseconds=1))
    with pytest.raises(UnknownCourse):
        orders.place(**wanted)
    assert not Order.objects.exists()
    Course.objects.update(published_at=MOMENT)
    assert orders.place(**wanted).price_paise == course.offer_price_paise
