"""Data at scale: as much as was asked for, and books that agree."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from apps.accounts.models import User
from apps.catalog.models import Course, TopicProgress
from apps.catalog.selectors import public
from apps.catalog.tests.factories import CategoryFactory
from apps.commerce.flows import auditing
from apps.commerce.models import Order
from apps.commerce.tests.fake_provider import FakeProvider

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _not_production(settings: Any) -> None:
    settings.SEEDS_DEMO_DATA = True


def make_load(*options: str) -> Any:
    out = StringIO()
    call_command("make_load", "--json", *options, stdout=out)
    return json.loads(out.getvalue())


def test_what_was_added_twice_agrees_with_the_books(provider: FakeProvider) -> None:
    for _ in range(2):
        added = make_load("--people", "4", "--orders", "6", "--progress", "10")
        assert added == {"people": 4, "orders": 6, "progress": 10}

    assert User.objects.filter(mobile__startswith="60").count() == 8
    assert Order.objects.filter(status="paid").count() == 12
    assert TopicProgress.objects.count() == 20
    audit = auditing.audit(at=timezone.now(), days=8)
    assert audit.differences == []


def test_it_leaves_nothing_in_menus_and_lists(provider: FakeProvider) -> None:
    CategoryFactory(title="Options")
    for _ in range(2):
        make_load("--people", "2", "--orders", "2", "--progress", "2")
    assert [row["title"] for row in public.categories()["categories"]] == ["Options"]
    assert not Course.objects.filter(is_published=True).exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--people", "-1"], "--people: enter a number from 0 to 5000000."),
        (["--orders", "1000001"], "--orders: enter a number from 0 to 1000000."),
        (["--people", "0"], "--people: orders and progress rows need at least one new person."),
    ],
)
def test_a_wrong_count_is_refused(options: list[str], message: str) -> None:
    with pytest.raises(CommandError) as refused:
        make_load(*options)
    assert str(refused.value) == message


def test_a_dry_run_adds_nothing() -> None:
    assert make_load("--dry-run", "--people", "7") == {"people": 7, "orders": 100, "progress": 5000}
    assert User.objects.count() == 0


def test_it_refuses_to_run_in_production(settings: Any) -> None:
    settings.SEEDS_DEMO_DATA = False
    with pytest.raises(CommandError, match="make_load does not run with these settings"):
        make_load()
