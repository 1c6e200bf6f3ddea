from datetime import UTC, datetime, timedelta

import pytest

from apps.accounts.models import Entitlement
from apps.accounts.states import Scope, Source
from apps.catalog.tests.factories import CourseFactory
from apps.core.testing.pages import get_page

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
KEY = ["catalog", "courses", {"price": "pro", "skip": 0, "limit": 3}]


def give_trial(person, *, days_ago=1):
    Entitlement.objects.create(
        person=person,
        scope=Scope.PRO,
        source=Source.TRIAL,
        label="Free trial",
        starts_at=NOW - timedelta(days=days_ago),
        ends_at=NOW + timedelta(days=7 - days_ago),
    )


def keys(page):
    return [key for key, _ in page.answers]


def test_during_the_trial_it_shows_where_to_start(client, member):
    give_trial(member.user)
    courses = [CourseFactory(is_pro=True, offer_price_paise=0) for _ in range(4)]
    CourseFactory(offer_price_paise=50_000)
    client.force_login(member.user)

    page = get_page(client, "/")

    [answer] = [answer for key, answer in page.answers if key == KEY]
    assert len(answer["courses"]) == 3
    assert {card["_id"] for card in answer["courses"]} <= {str(course.pk) for course in courses}
    assert "Your 7 days are on" in page.main.text
    assert "Start Free Trial" not in page.main.text


def test_visitors_and_others_are_not_asked_for_those(client, member, other_member):
    give_trial(other_member.user, days_ago=8)
    CourseFactory(is_pro=True, offer_price_paise=0)

    assert KEY not in keys(get_page(client, "/"))
    for person in (member, other_member):
        client.force_login(person.user)
        assert KEY not in keys(get_page(client, "/"))
