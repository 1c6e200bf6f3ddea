"""Concurrent requests for one certificate, with real commits and threads."""

import pytest
from django.db import transaction
from django.utils import timezone

from apps.accounts.models import User
from apps.catalog.models import Certificate, TopicProgress
from apps.catalog.services import certificates
from apps.catalog.services.certificates import Withdrawn
from apps.catalog.tests.course_helpers import create_course
from apps.core.errors import NotLoggedIn
from apps.core.testing.parallel import in_parallel

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = 16


@pytest.fixture
def learned(member):
    course, topics = create_course(600, weburlname="candles")
    for topic in topics:
        TopicProgress.objects.create(
            person=member.user, course=course, topic=topic, is_completed=True, updated_at=timezone.now()
        )
    return member.user


def act_on(person, service):
    return service(person=person, course_key="candles", at=timezone.now())


@pytest.mark.parametrize("service", [certificates.get_or_issue, certificates.issue])
def test_concurrent_requests_get_one_code(learned, service):
    results = in_parallel(lambda _: act_on(learned, service).code, times=TIMES)

    assert results == [Certificate.objects.get().code] * TIMES


def test_it_is_issued_again_once(learned):
    first = act_on(learned, certificates.issue).code
    act_on(learned, certificates.withdraw)

    results = in_parallel(lambda _: act_on(learned, certificates.issue).code, times=TIMES)

    [code] = set(results)
    assert code == Certificate.objects.get().code
    assert code != first


def test_withdrawing_and_issuing_meet(learned):
    """Whatever comes last decides, and the row is whole or withdrawn."""
    act_on(learned, certificates.issue)

    def act(number):
        if number % 2:
            act_on(learned, certificates.withdraw)
            return None
        return act_on(learned, certificates.issue).code

    results = in_parallel(act, times=TIMES)

    assert [result for result in results if isinstance(result, Exception)] == []
    row = Certificate.objects.get()
    assert (row.code is None) == (row.withdrawn_at is not None) == (row.learner_name == "")
    assert row.code is None or row.code in results
    try:
        assert act_on(learned, certificates.get_or_issue).code == row.code
    except Withdrawn:
        assert row.code is None


def test_its_owner_and_staff_withdraw_at_once(learned):
    """One of them wins: a certificate that staff revoked keeps its code, and no new one is issued."""
    row = act_on(learned, certificates.issue)

    def act(number):
        if number % 2:
            act_on(learned, certificates.withdraw)
        else:
            certificates.revoke(certificate_id=row.pk, reason="Shared account", at=timezone.now())

    results = in_parallel(act, times=8)

    allowed = (certificates.Revoked, certificates.NotRevocable)
    assert [one for one in results if one is not None and not isinstance(one, allowed)] == []
    left = Certificate.objects.get()
    assert (left.code == row.code) == (left.revoked_at is not None) == (left.withdrawn_at is None)


def test_an_erasure_leaves_none(learned):
    """A request that waits for the erasure finds an erased account."""

    def act(number):
        if number == 0:
            erase(learned)
            return None
        return act_on(learned, certificates.issue)

    results = in_parallel(act, times=8)

    failures = [result for result in results if isinstance(result, Exception)]
    assert all(isinstance(failure, NotLoggedIn) for failure in failures), failures
    assert not Certificate.objects.exists()


def erase(person):
    with transaction.atomic():
        User.objects.locked().get(pk=person.pk)
        certificates.erase_certificates(person, timezone.now())
        User.objects.filter(pk=person.pk).update(erased_at=timezone.now())
