"""The staff of the demo are two, so that one can approve what the other proposes."""

import re
from datetime import UTC, datetime

import pytest

from apps.accounts.models import User
from apps.accounts.services import demo_people

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 27, 4, 30, tzinfo=UTC)


def test_two_members_of_staff_have_passwords_that_are_printed_once() -> None:
    printed = dict(re.findall(r"staff (\d{10}) with password (\S+) for /admin/", demo_people.seed(NOW)))
    assert set(printed) == {"9000000000", "9000000002"}
    for person in User.objects.filter(is_staff=True):
        assert person.is_superuser
        assert person.check_password(printed[person.mobile])
    again = demo_people.seed(NOW)
    assert again.count("(its password was printed when it was created)") == 2
    assert "with password" not in again
