"""What had the tick keeps a confirmation, of the prices that it had then."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from apps.catalog.tests.factories import CourseFactory
from apps.core.testing.migrations import migrate
from apps.live.tests.factories import MentorshipFactory, PlanFactory, SessionFactory, WebinarFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]


@pytest.fixture(autouse=True)
def back_to_the_newest() -> Iterator[None]:
    yield
    migrate()


def test_a_tick_becomes_the_prices_of_its_row() -> None:
    ticked = [
        CourseFactory(offer_price_paise=1299_00),
        WebinarFactory(price_paise=499_00),
        MentorshipFactory(price_paise=4999_00),
        SessionFactory(base_price_paise=299_00).program,
    ]
    SessionFactory(program=ticked[-1], base_price_paise=299_00)
    PlanFactory(program=ticked[-1], discounted_price_paise=199_00)
    others = [CourseFactory(), WebinarFactory(), MentorshipFactory(), SessionFactory().program]

    migrate(("live", "0028_record_what_staff_gave"))
    old = migrate(("catalog", "0035_courses_have_their_moment"))
    for row in ticked:
        rows: Any = old.get_model(row._meta.app_label, row._meta.object_name)
        rows.objects.filter(pk=row.pk).update(price_confirmed=True)
    migrate()

    for row in (*ticked, *others):
        row.refresh_from_db()
    assert [row.confirmed_prices for row in ticked] == [[1299_00], [499_00], [4999_00], [199_00, 299_00]]
    assert [row.confirmed_prices for row in others] == [None] * 4
