"""Figures at the edges: rates with odd halves, and the last moment of a day."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest

from apps.commerce.models import GstRate, Order
from apps.commerce.tests.shop import Shop, course_at
from apps.core import indian_time
from apps.core.indian_time import INDIA
from apps.core.testing.fixtures import Person
from apps.office.periods import Period
from apps.office.selectors.files import FILES
from apps.office.selectors.home import sales
from apps.office.states import ExportFile

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(("percent", "shown"), [("18", "18"), ("0.25", "0.25"), ("10", "10"), ("0", "0")])
def test_the_rate_is_the_sum_of_its_halves(shop: Shop, member: Person, percent: str, shown: str) -> None:
    GstRate.objects.create(percent=Decimal(percent), starts_on=date(2018, 1, 1))
    shop.bought(member.api, course_at(1000_00))
    today = indian_time.today()
    file = FILES[ExportFile.GST]
    column = [each.title for each in file.columns].index("Rate %")
    assert [row[column] for row in file.rows(Period(today, today))] == [shown]
    assert [row.names[-1] for row in file.summary(Period(today, today)).breakdown] == [shown]


def test_the_last_moment_of_a_day_belongs_to_it(shop: Shop, member: Person) -> None:
    shop.bought(member.api, course_at(1000_00))
    last = datetime(2026, 10, 31, 23, 59, 59, 999_999, tzinfo=INDIA)
    assert Order.objects.update(paid_at=last, placed_at=last - timedelta(minutes=1)) == 1
    found = sales.by_day_and_kind(now=datetime(2026, 11, 5, 12, tzinfo=INDIA))
    assert {day.day: day.amount.orders for day in found.days if day.amount.orders} == {date(2026, 10, 31): 1}
    file = FILES[ExportFile.SALES]
    assert file.count(Period(date(2026, 10, 31), date(2026, 10, 31))) == 1
