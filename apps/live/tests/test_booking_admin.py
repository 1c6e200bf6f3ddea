"""The list of bookings in the admin."""

from __future__ import annotations

import pytest
from django.test import Client

from apps.core.testing.fixtures import Person
from apps.core.testing.pages import parse
from apps.live.tests.bookings import book, session
from apps.live.tests.factories import LiveTradingFactory

pytestmark = pytest.mark.django_db


def test_sessions_of_one_name_are_told_apart_by_their_day(admin_client: Client, member: Person) -> None:
    program = LiveTradingFactory()
    seats = [book(member.user, session(program, hours=hours, name="Expiry review")) for hours in (24, 48)]
    page = admin_client.get("/admin/live/booking/")
    days = [cell.text for cell in parse(page.content.decode()).all("td", class_="field-day nowrap")]
    assert len(set(days)) == 2

    change = admin_client.get(f"/admin/live/booking/{seats[0].pk}/change/").content.decode()
    assert "field-bought_by" not in change
