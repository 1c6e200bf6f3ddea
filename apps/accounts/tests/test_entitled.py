from datetime import UTC, datetime, timedelta

import pytest

from apps.accounts.models import Entitlement
from apps.accounts.selectors import access, cached_entitlements
from apps.accounts.states import Scope, Source
from apps.core.ids import new_id

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


def give(person, item_id, *, starts_at=NOW - timedelta(days=1), ends_at=None):
    Entitlement.objects.create(
        person=person,
        scope=Scope.COURSE,
        item_id=item_id,
        source=Source.PAID,
        label="A course",
        starts_at=starts_at,
        ends_at=ends_at,
    )


def test_only_ones_own_valid_courses_among_those_asked_for(member, other_member, django_assert_num_queries):
    mine, again, ended, theirs, unasked = (new_id() for _ in range(5))
    give(member.user, mine)
    give(member.user, again, ends_at=NOW - timedelta(hours=1))
    give(member.user, again, ends_at=NOW + timedelta(hours=1))
    give(member.user, ended, ends_at=NOW)
    give(member.user, unasked)
    give(other_member.user, theirs)

    with django_assert_num_queries(1):
        entitlements = cached_entitlements.by_person(member.user)
        found = access.courses(entitlements=entitlements, among=[mine, again, ended, theirs], at=NOW)

    assert found == {mine, again}
