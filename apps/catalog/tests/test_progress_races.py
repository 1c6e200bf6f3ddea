"""Concurrent reports with real commits and threads: the furthest position and completion are kept."""

import random

import pytest
from django.db import connection
from django.utils import timezone

from apps.catalog.models import TopicProgress
from apps.catalog.selectors import progress as progress_selectors
from apps.catalog.services import progress
from apps.catalog.services.progress import PlayerReport, UnknownTopic
from apps.catalog.tests.course_helpers import create_course, give_course, give_pro
from apps.core.testing.clients import logged_in
from apps.core.testing.parallel import in_parallel

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = 32


@pytest.fixture
def lesson(member):
    course, topics = create_course(600, 300)
    give_course(member.user, course)
    return member, course, topics


def send(member, course, topic, **watched):
    context = progress_selectors.course_context(key=str(course.pk), person=member.user, at=timezone.now())
    return progress.update(
        context=context,
        user_id=str(member.user.pk),
        report=PlayerReport(str(topic.pk), **watched),
        at=timezone.now(),
    )


def succeeded(results):
    return [result for result in results if isinstance(result, Exception)] == []


def test_furthest_of_concurrent_reports_wins(lesson):
    member, course, (topic, _) = lesson
    reports = [
        {"seconds": 10 * number, "is_completed": number == 7, "ranges": [(10 * number, 10 * number + 10)]}
        for number in range(TIMES)
    ]
    random.Random(20261121).shuffle(reports)

    results = in_parallel(lambda number: send(member, course, topic, **reports[number]), times=TIMES)

    assert succeeded(results)
    row = TopicProgress.objects.get()
    assert (row.watched_seconds, row.is_completed) == (310, True)
    assert list(row.ranges_by_day.values()) == [[[0, 320]]]
    assert max(result[str(topic.pk)][0] for result in results) == 310


def test_concurrent_repeats_are_one_report(lesson):
    member, course, (topic, _) = lesson

    results = in_parallel(
        lambda _number: send(member, course, topic, seconds=45, ranges=[(0, 45)]), times=TIMES
    )

    assert succeeded(results)
    row = TopicProgress.objects.get()
    assert (row.watched_seconds, row.is_completed, list(row.ranges_by_day.values())) == (
        45,
        False,
        [[[0, 45]]],
    )


def test_two_devices_lose_nothing_of_each_other(lesson):
    member, course, topics = lesson

    def device(number):
        for step in range(1, 6):
            send(
                member,
                course,
                topics[number % 2],
                seconds=10 * step + number,
                is_completed=number + step > 11,
            )

    assert succeeded(in_parallel(device, times=8))
    rows = TopicProgress.objects.order_by("topic__position").values_list("watched_seconds", "is_completed")
    assert list(rows) == [(56, False), (57, True)]


def test_reports_after_a_concurrent_restart_are_kept(lesson):
    member, course, (topic, _) = lesson
    send(member, course, topic, seconds=600, is_completed=True)

    def act(number):
        if number == 0:
            return progress.restart(
                person=member.user,
                user_id=str(member.user.pk),
                course_key=str(course.pk),
                at=timezone.now(),
            )
        return send(member, course, topic, seconds=number)

    assert succeeded(in_parallel(act, times=16))
    row = TopicProgress.objects.get()
    assert row.watched_seconds in range(16)
    assert row.is_completed is False


def test_just_deleted_topic_is_not_found(member):
    # With Pro nobody owns the course, so that its topics can be deleted.
    course, (topic, _) = create_course(600, 300, is_pro=True)
    give_pro(member.user)
    context = progress_selectors.course_context(key=str(course.pk), person=member.user, at=timezone.now())
    identity = str(topic.pk)
    topic.delete()

    with pytest.raises(UnknownTopic):
        progress.update(
            context=context, user_id=str(member.user.pk), report=PlayerReport(identity, 5), at=timezone.now()
        )
    assert not TopicProgress.objects.exists()


def test_concurrent_requests_behave_like_reports(lesson):
    member, course, (topic, _) = lesson
    clients = [logged_in(member.user) for _ in range(8)]
    for client in clients:
        client.get("/api/user")
    connection.close()

    def call(number):
        answer = clients[number].post(
            "/api/course/progress/update",
            {
                "userId": str(member.user.pk),
                "courseId": str(course.pk),
                "topicId": str(topic.pk),
                "watchedDuration": 60 + number,
                "isCompleted": number == 3,
            },
        )
        return answer.status_code

    assert in_parallel(call, times=8) == [200] * 8
    row = TopicProgress.objects.get()
    assert (row.watched_seconds, row.is_completed) == (67, True)
