from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from apps.live.tests.factories import (
    NOW,
    LiveTradingFactory,
    MentorshipFactory,
    SessionFactory,
    WebinarFactory,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("make", [WebinarFactory, MentorshipFactory])
@pytest.mark.parametrize(
    "fields",
    [
        {"starts_at": NOW, "ends_at": NOW},
        {"starts_at": NOW, "ends_at": NOW - timedelta(seconds=1)},
        {"capacity": 0},
        {"price_paise": -1},
        {"price_paise": 100, "markup_price_paise": 100},
    ],
)
def test_invalid_event_is_refused_by_the_database(make, fields):
    with pytest.raises(IntegrityError), transaction.atomic():
        make(**fields)


@pytest.mark.parametrize(
    "fields",
    [
        {"starts_at": NOW, "ends_at": NOW},
        {"capacity": 0},
        {"base_price_paise": -100},
        {"base_price_paise": 49_950},
    ],
)
def test_invalid_session_is_refused_by_the_database(fields):
    with pytest.raises(IntegrityError), transaction.atomic():
        SessionFactory(**fields)


def test_session_costs_whole_rupees():
    session = SessionFactory()
    session.base_price_paise = 49_950

    with pytest.raises(ValidationError, match="whole rupees"):
        session.full_clean()


def test_two_sessions_of_a_program_cannot_start_together():
    program = LiveTradingFactory()
    SessionFactory(program=program, starts_at=NOW)
    SessionFactory(starts_at=NOW)

    with pytest.raises(IntegrityError), transaction.atomic():
        SessionFactory(program=program, starts_at=NOW)
