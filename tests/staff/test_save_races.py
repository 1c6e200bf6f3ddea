"""
Staff save forms during purchases, with real commits: no taken seat is lost, none is oversold.

Each guard has a control: the same race with Django's own ModelAdmin must fail.
"""

import threading
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.db.models import Count, F, Q
from django.test import Client
from django.utils import timezone

from apps.commerce.models import Order
from apps.commerce.services import carts
from apps.commerce.tests.concurrency import (
    Buyer,
    any_try_fails,
    count_instances,
    create_buyers,
    run_concurrently,
    scaled,
    unexpected_errors,
)
from apps.commerce.tests.fake_provider import FakeProvider
from apps.core.changed_fields import ChangedFieldsMixin
from apps.core.errors import Conflict
from apps.core.testing.fixtures import Person
from apps.live.models import Mentorship, ProgramSession, Webinar
from apps.live.services import cancellation
from apps.live.services.seats import BookableItem
from apps.live.states import SEATED
from apps.live.tests.factories import MentorshipFactory, SessionFactory, WebinarFactory
from tests.staff.admin_pages import admin_url, load_form

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("later"),
]

KINDS: dict[str, tuple[Callable[..., Any], dict[str, Any], Callable[[Any], dict[str, Any]]]] = {
    "webinar": (WebinarFactory, {"price_paise": 499_00}, lambda row: {"id": str(row.pk)}),
    "mentorship": (MentorshipFactory, {"price_paise": 499_00}, lambda row: {"id": str(row.pk)}),
    "liveTrading": (SessionFactory, {}, lambda row: {"sessionIds": [str(row.pk)]}),
}


def create_item(kind: str, *, capacity: int) -> Any:
    make, values, _ = KINDS[kind]
    starts_at = timezone.now() + timedelta(days=2)
    return make(starts_at=starts_at, capacity=capacity, **values)


def race_saves_with_purchases(
    kind: str, staff: Person, *, capacity: int, edits: Callable[[int], dict[str, str]]
) -> list[object]:
    """Buyers for all seats; after every fourth one staff save the form."""
    item = create_item(kind, capacity=capacity)
    request = KINDS[kind][2](item)
    buyers = [Buyer(buyer.person, kind=kind) for buyer in create_buyers(scaled(40))]
    now = timezone.now()
    ready = [
        carts.fill(person=buyer.person, kind=kind, request=request, billing_details={}, at=now)
        for buyer in buyers
    ]

    def act(number: int) -> object:
        round_, place = divmod(number, 5)
        if place < 4:
            return buyers[4 * round_ + place].enroll(ready[4 * round_ + place])
        return save(staff, item, edits(round_))

    return run_concurrently(act, times=len(buyers) // 4 * 5)


def save(staff: Person, item: BookableItem, edits: dict[str, str]) -> int:
    client = Client()
    client.force_login(staff.user, backend="django.contrib.auth.backends.ModelBackend")
    client.cookies = staff.api.cookies
    form = load_form(client, admin_url(item))
    time.sleep(0.01)
    return client.post(admin_url(item), {**form, **edits}).status_code


def seats_are_consistent() -> bool:
    seated = Count("bookings", filter=Q(bookings__status__in=SEATED))
    return not any(
        model.objects.annotate(seated=seated).exclude(seats_taken=F("seated")).exists()
        or model.objects.filter(seats_taken__gt=F("capacity")).exists()
        for model in (Webinar, Mentorship, ProgramSession)
    )


def save_whole_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Save all columns, as Django's own ModelAdmin does."""

    def get_form(self: Any, *given: Any, **named: Any) -> Any:
        return super(ChangedFieldsMixin, self).get_form(*given, **named)

    def save_model(self: Any, request: Any, obj: Any, form: Any, change: bool) -> None:
        time.sleep(0.02)
        obj.save()

    monkeypatch.setattr(ChangedFieldsMixin, "get_form", get_form)
    monkeypatch.setattr(ChangedFieldsMixin, "save_model", save_model)


def change_join_url(number: int) -> dict[str, str]:
    return {"join_url": f"https://meet.example.in/{number}"}


def lower_capacity(number: int) -> dict[str, str]:
    return {"capacity": str(scaled(20) - 1 - number % 4)}


@pytest.mark.parametrize("kind", KINDS)
def test_saving_a_form_loses_no_taken_seat(provider: FakeProvider, staff: Person, kind: str) -> None:
    outcomes = race_saves_with_purchases(kind, staff, capacity=scaled(20), edits=change_join_url)
    assert unexpected_errors(outcomes, Conflict) == []
    assert count_instances(outcomes, Order) == scaled(20)
    assert seats_are_consistent()


@pytest.mark.postgresql
@pytest.mark.parametrize("kind", KINDS)
def test_control_saving_whole_rows_loses_seats(
    provider: FakeProvider, staff: Person, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    save_whole_rows(monkeypatch)

    def undoes() -> bool:
        race_saves_with_purchases(kind, staff, capacity=20, edits=change_join_url)
        return not seats_are_consistent()

    assert any_try_fails(undoes)


@pytest.mark.parametrize("kind", KINDS)
def test_lowering_the_capacity_during_purchases_stays_consistent(
    provider: FakeProvider, staff: Person, kind: str
) -> None:
    outcomes = race_saves_with_purchases(kind, staff, capacity=scaled(20), edits=lower_capacity)
    assert unexpected_errors(outcomes, Conflict) == []
    assert seats_are_consistent()


@pytest.mark.postgresql
def test_control_lowering_the_capacity_with_whole_rows_fails(
    provider: FakeProvider, staff: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_whole_rows(monkeypatch)

    def fails() -> bool:
        outcomes = race_saves_with_purchases("webinar", staff, capacity=20, edits=lower_capacity)
        return bool(unexpected_errors(outcomes, Conflict)) or not seats_are_consistent()

    assert any_try_fails(fails)


@pytest.mark.postgresql
@pytest.mark.parametrize("is_guarded", [True, False])
def test_a_cancellation_during_a_save_is_kept(
    staff: Person, monkeypatch: pytest.MonkeyPatch, is_guarded: bool
) -> None:
    if not is_guarded:
        save_whole_rows(monkeypatch)

    read, cancelled = threading.Event(), threading.Event()
    form = type(admin.site.get_model_admin(Webinar))
    save_model = form.save_model

    def save_late(*given: Any) -> None:
        """Save after the form has read the row. While the row is locked, nobody can cancel it."""
        read.set()
        cancelled.wait(1)
        save_model(*given)

    monkeypatch.setattr(form, "save_model", save_late)
    webinar = create_item("webinar", capacity=20)

    def act(number: int) -> object:
        if number == 0:
            return save(staff, webinar, change_join_url(0))
        assert read.wait(10)
        reason = "The host is ill."
        done = cancellation.cancel_for_everyone(
            of=Webinar, item_id=webinar.pk, reason=reason, at=timezone.now()
        )
        cancelled.set()
        return done

    assert unexpected_errors(run_concurrently(act, times=2)) == []
    assert Webinar.objects.get(pk=webinar.pk).is_cancelled is is_guarded
