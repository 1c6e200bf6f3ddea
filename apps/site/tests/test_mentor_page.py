"""A mentor's page and its endpoint."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from apps.catalog.services.reviews import update_rating
from apps.catalog.tests.access_helpers import give_access
from apps.catalog.tests.factories import CourseFactory, ReviewFactory
from apps.content.models import Instructor
from apps.content.tests.factories import InstructorFactory
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import get_page
from apps.core.testing.schema_checks import assert_matches_schema
from apps.live.tests.factories import LiveTradingFactory, MentorshipFactory, SessionFactory, WebinarFactory

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]
NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@pytest.fixture
def meera() -> Instructor:
    return InstructorFactory(
        name="Meera Iyer",
        slug="meera-iyer",
        experience="14 years",
        bio="Reads charts slowly.",
        credentials=["CFA charterholder", "SEBI research analyst INH000000000 https://example.in/check"],
        languages=["Hindi", "English"],
    )


def teach(mentor: Instructor, count: int = 1) -> list[Any]:
    """What a mentor teaches and hosts, `count` of each kind."""
    courses = [CourseFactory(title=f"Charts {number}", taught_by=[mentor]) for number in range(count)]
    for number in range(count):
        subject = {"host": mentor, "category": courses[number].category}
        soon = {**subject, "starts_at": NOW + timedelta(days=number + 1)}
        WebinarFactory(title=f"Talk {number}", **soon, ends_at=NOW + timedelta(days=number + 1, hours=1))
        MentorshipFactory(title=f"Group {number}", **soon, ends_at=NOW + timedelta(days=number + 30))
        program = LiveTradingFactory(title=f"Desk {number}", **subject)
        SessionFactory(program=program, starts_at=NOW + timedelta(days=number + 1))
        ReviewFactory(course=courses[number], text=f"Learnt {number}")
    return courses


def test_the_answer_has_who_they_are_and_what_they_do(api: Any, meera: Instructor) -> None:
    [course] = teach(meera)
    CourseFactory(taught_by=[meera], is_published=False)
    WebinarFactory(
        host=meera, title="Over", starts_at=NOW - timedelta(days=2), ends_at=NOW - timedelta(days=1)
    )
    CourseFactory(title="By somebody else")

    answer = api.get("/api/mentor/meera-iyer")

    assert answer.status_code == 200
    assert_matches_schema(answer.json(), path="mentor/{key}")
    data = answer.json()["data"]
    assert {name: data[name] for name in ("full_name", "weburlname", "experience", "languages", "bio")} == {
        "full_name": "Meera Iyer",
        "weburlname": "meera-iyer",
        "experience": "14 years",
        "languages": ["Hindi", "English"],
        "bio": "Reads charts slowly.",
    }
    assert data["credentials"] == [
        {"text": "CFA charterholder", "url": None},
        {"text": "SEBI research analyst INH000000000", "url": "https://example.in/check"},
    ]
    assert (data["image"], data["portrait"]) == (None, None)
    titles = [
        [row["title"] for row in data[kind]] for kind in ("courses", "webinars", "mentorships", "programs")
    ]
    assert titles == [["Charts 0"], ["Talk 0"], ["Group 0"], ["Desk 0"]]
    assert [(row["text"], row["course"], row["coursePath"]) for row in data["reviews"]] == [
        ("Learnt 0", "Charts 0", f"/courses/{course.weburlname}")
    ]
    assert api.get(f"/api/mentor/{meera.pk}").json() == answer.json()


@pytest.mark.parametrize("key", ["nobody", "01a1fe8e-f948-71a9-8d06-1349e41c6bd6", "%00", "x" * 500, "हिंदी"])
def test_an_unknown_mentor_is_not_found(api: Any, client: Client, key: str) -> None:
    answer = api.get(f"/api/mentor/{key}")
    assert (answer.status_code, answer.json()["code"]) == (404, "mentor_not_found")
    assert client.get(f"/mentors/{key}").status_code == 404


def test_a_member_sees_what_they_own(member: Person, meera: Instructor) -> None:
    [course] = teach(meera)
    give_access(member.user, course, at=NOW)
    [listed] = member.api.get("/api/mentor/meera-iyer").json()["data"]["courses"]
    assert listed["isPurchased"] is True


@pytest.mark.usefixtures("known_rates")
@pytest.mark.parametrize("count", [1, 12])
def test_it_takes_the_same_queries_whatever_they_teach(
    api: Any, meera: Instructor, count: int, django_assert_num_queries: Any
) -> None:
    teach(meera, count)
    with django_assert_num_queries(11):
        api.get("/api/mentor/meera-iyer")


def test_the_page_shows_it_and_says_it_to_search_engines(client: Client, meera: Instructor) -> None:
    [course] = teach(meera)
    for _ in range(5):
        ReviewFactory(course=course, rating=4)
    update_rating(course_id=course.pk)

    page = get_page(client, "/mentors/meera-iyer")

    words = page.main.text
    for text in (
        "Meera Iyer",
        "14 years' experience · Teaches in Hindi, English",
        "CFA charterholder",
        "Charts 0",
        "4.0",
        "6 reviews",
        "Talk 0",
        "Group 0",
        "Desk 0",
        "What learners say",
        "Learnt 0",
    ):
        assert text in words
    assert page.structured == [
        {
            "@context": "https://schema.org",
            "@type": "Person",
            "name": "Meera Iyer",
            "url": f"{settings.SITE_URL}/mentors/meera-iyer",
            "worksFor": page.structured[0]["worksFor"],
            "description": "Reads charts slowly.",
            "hasCredential": [
                {"@type": "EducationalOccupationalCredential", "name": name}
                for name in ("CFA charterholder", "SEBI research analyst INH000000000")
            ],
        }
    ]


def test_a_mentor_who_teaches_nothing_has_a_page(client: Client, meera: Instructor) -> None:
    words = get_page(client, "/mentors/meera-iyer").main.text
    assert "Reads charts slowly." in words
    assert "Courses" not in words
    assert "What learners say" not in words


def test_a_change_shows_at_once(client: Client, meera: Instructor, committed: Any) -> None:
    assert "14 years" in get_page(client, "/mentors/meera-iyer").main.text
    with committed():
        meera.experience = "15 years"
        meera.save()
    assert "15 years" in get_page(client, "/mentors/meera-iyer").main.text


def test_the_sitemap_names_it(client: Client, meera: Instructor) -> None:
    assert "/mentors/meera-iyer</loc>" in client.get("/sitemap.xml").content.decode()


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (["https://example.in/only-a-link"], "A link needs a text before it."),
        (["x" * 301], "A credential can have at most 300 characters."),
        ([f"Line {number}" for number in range(9)], "List at most 8 credentials."),
        (["SEBI https://"], "This is not a URL: https://"),
    ],
)
def test_the_admin_refuses_credentials_that_cannot_be_shown(
    admin_client: Client, meera: Instructor, lines: list[str], problem: str
) -> None:
    form = {"name": "Meera", "slug": "meera-iyer", "credentials": "\n".join(lines)}
    response = admin_client.post(f"/admin/content/instructor/{meera.pk}/change/", form)
    assert response.status_code == 200
    assert response.context["adminform"].form.errors["credentials"] == [problem]
