"""A payment to dispute, and the alerts that its disputes raise."""

import logging

import pytest

from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.fixtures import Person


@pytest.fixture
def paid(shop: Shop, member: Person) -> str:
    """The id of a payment that bought a course."""
    shop.bought(member.api, course_at(100_00))
    return next(iter(shop.provider.payments))


def alerts(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [
        record.facts["status"]
        for record in caplog.records
        if record.message == "payment disputed" and record.levelno == logging.ERROR
    ]
