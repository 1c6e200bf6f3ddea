"""
Staff save forms while people buy, with real commits: no seat is undone, none is sold twice.

Beside each guard stands a control: the same race with Django's own ModelAdmin must go wrong.
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

from apps.commerce.gateways.fake import FakeProvider
from apps.commerce.models import Order
from apps.commerce.services import carts
from apps.commerce.tests.crowd import Buyer, a_crowd, at_once, goes_wrong, of_kind, scaled, unforeseen
from apps.commerce.tests.provider import provider
from apps.core.changed_fields import ChangedFieldsMixin
from apps.core.errors import Conflict
from apps.core.testing.fixtures import Person
from apps.live.models import Mentorship, ProgramSession, Webinar
from apps.live.services import calling_off
from apps.live.services.seats import Thing
from apps.live.states import SEATED
from apps.live.tests.factories import MentorshipFactory, SessionFactory, WebinarFactory
from tests.staff.pages import address, opened

__all__ = ["provider"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("later"),
]

KINDS: dict[str, tuple[Callable[..., Any], dict[str, Any], Callable[[Any], dict[str, Any]]]] = {
    "webinar": (WebinarFactory, {"price_paise": 499_00}, lambda row: {"id": str(row.pk)}),
    "mentorship": (MentorshipFactory, {"price_paise": 499_00}, lambda row: {"id": str(row.pk)}),
    "liveTrading": (SessionFactory, {}, lambda row: {"sessionIds": [str(row.pk)]}),
}


def on_sale(kind: str, *, capacity: int) -> Any:
    make, values, _ = KINDS[kind]
    starts_at = timezone.now() + timedelta(days=2)
    return make(starts_at=starts_at, capacity=capacity, **values)


def rush(kind: str, staff: Person, *, capacity: int, edits: Callable[[int], dict[str, str]]) -> list[object]:
    """Buyers for all the seats, and after every fourth of them somebody who saves the form."""
    thing = on_sale(kind, capacity=capacity)
    request = KINDS[kind][2](thing)
    buyers = [Buyer(buyer.person, kind=kind) for buyer in a_crowd(scaled(40))]
    now = timezone.now()
    ready = [
        carts.fill(person=buyer.person, kind=kind, request=request, billing_details={}, at=now)
        for buyer in buyers
    ]

    def act(number: int) -> object:
        round_, place = divmod(number, 5)
        if place < 4:
            return buyers[4 * round_ + place].enroll(ready[4 * round_ + place])
        return save(staff, thing, edits(round_))

    return at_once(act, times=len(buyers) // 4 * 5)


def save(staff: Person, thing: Thing, edits: dict[str, str]) -> int:
    client = Client()
    client.force_login(staff.user, backend="django.contrib.auth.backends.ModelBackend")
    client.cookies = staff.api.cookies
    form = opened(client, address(thing))
    time.sleep(0.01)
    return client.post(address(thing), {**form, **edits}).status_code


def is_conserved() -> bool:
    seated = Count("bookings", filter=Q(bookings__status__in=SEATED))
    return not any(
        model.objects.annotate(seated=seated).exclude(taken=F("seated")).exists()
        or model.objects.filter(taken__gt=F("capacity")).exists()
        for model in (Webinar, Mentorship, ProgramSession)
    )


def saves_whole_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """As Django's own ModelAdmin does."""

    def get_form(self: Any, *given: Any, **named: Any) -> Any:
        return super(ChangedFieldsMixin, self).get_form(*given, **named)

    def save_model(self: Any, request: Any, obj: Any, form: Any, change: bool) -> None:
        time.sleep(0.02)
        obj.save()

    monkeypatch.setattr(ChangedFieldsMixin, "get_form", get_form)
    monkeypatch.setattr(ChangedFieldsMixin, "save_model", save_model)


def another_address(number: int) -> dict[str, str]:
    return {"join_url": f"https://meet.example.in/{number}"}


def fewer_seats(number: int) -> dict[str, str]:
    return {"capacity": str(scaled(20) - 1 - number % 4)}


@pytest.mark.parametrize("kind", KINDS)
def test_no_seat_is_undone_by_a_form(provider: FakeProvider, staff: Person, kind: str) -> None:
    outcomes = rush(kind, staff, capacity=scaled(20), edits=another_address)
    assert unforeseen(outcomes, Conflict) == []
    assert of_kind(outcomes, Order) == scaled(20)
    assert is_conserved()


@pytest.mark.postgresql
@pytest.mark.parametrize("kind", KINDS)
def test_control_a_form_that_saves_whole_rows_undoes_seats(
    provider: FakeProvider, staff: Person, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    saves_whole_rows(monkeypatch)

    def undoes() -> bool:
        rush(kind, staff, capacity=20, edits=another_address)
        return not is_conserved()

    assert goes_wrong(undoes)


@pytest.mark.parametrize("kind", KINDS)
def test_seats_that_are_lowered_while_they_are_sold_stay_enough(
    provider: FakeProvider, staff: Person, kind: str
) -> None:
    outcomes = rush(kind, staff, capacity=scaled(20), edits=fewer_seats)
    assert unforeseen(outcomes, Conflict) == []
    assert is_conserved()


@pytest.mark.postgresql
def test_control_seats_that_are_lowered_by_a_whole_row_go_wrong(
    provider: FakeProvider, staff: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    saves_whole_rows(monkeypatch)

    def fails() -> bool:
        outcomes = rush("webinar", staff, capacity=20, edits=fewer_seats)
        return bool(unforeseen(outcomes, Conflict)) or not is_conserved()

    assert goes_wrong(fails)


@pytest.mark.postgresql
@pytest.mark.parametrize("is_guarded", [True, False])
def test_what_is_called_off_while_it_is_saved_stays_off(
    staff: Person, monkeypatch: pytest.MonkeyPatch, is_guarded: bool
) -> None:
    if not is_guarded:
        saves_whole_rows(monkeypatch)

    read, called_off = threading.Event(), threading.Event()
    form = type(admin.site.get_model_admin(Webinar))
    save_model = form.save_model

    def save_late(*given: Any) -> None:
        """Once the form has read the row. Where that is locked, nobody calls it off meanwhile."""
        read.set()
        called_off.wait(1)
        save_model(*given)

    monkeypatch.setattr(form, "save_model", save_late)
    webinar = on_sale("webinar", capacity=20)

    def act(number: int) -> object:
        if number == 0:
            return save(staff, webinar, another_address(0))
        assert read.wait(10)
        reason = "The host is ill."
        done = calling_off.call_off(of=Webinar, thing_id=webinar.pk, reason=reason, at=timezone.now())
        called_off.set()
        return done

    assert unforeseen(at_once(act, times=2)) == []
    assert Webinar.objects.get(pk=webinar.pk).is_called_off is is_guarded
