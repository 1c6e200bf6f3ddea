"""
Target: the progress endpoint reaches 60% of the rate of a bare view.

The two alternate at the same URL, behind the same middleware; the bare view reads the session and does one
indexed upsert. Measured on SQLite, and also on PostgreSQL with Redis if DATABASE_URL and REDIS_URL are set,
in a separate database.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from typing import Any

from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

import bench
from apps.accounts.models import Entitlement, User
from apps.accounts.states import Scope, Source
from apps.catalog.models import Category, Chapter, Course, Topic
from apps.catalog.states import ContentType, Icon
from bench.bare.progress import save_progress
from bench.bare.sending import call_application, with_view

TARGET_SHARE = 0.60
TOPICS = 20
ROUNDS, CALLS = 60, 40

_PATH = "/api/course/progress/update"

Request = Callable[[], object]


def run() -> bool:
    with _database():
        is_met = _is_met()
    return _is_met_on_services() and is_met


def _is_met() -> bool:
    request = _build_requests()
    ours, bare = _alternate(request, with_view(_PATH, save_progress, request))
    share = bare / ours
    print(
        f"progress {connection.vendor:10} {1 / ours:5.0f} a second, bare {1 / bare:5.0f}: "
        f"{share:.2f} of that, target {TARGET_SHARE:.2f}"
    )
    return share >= TARGET_SHARE


def _is_met_on_services() -> bool:
    if len(bench.services) < 2:
        return True
    environment = os.environ | bench.services | {"BENCH_ON_SERVICES": "1"}
    command = [sys.executable, "-m", "bench", "progress"]
    return subprocess.run(command, env=environment, check=False).returncode == 0  # noqa: S603


@contextmanager
def _database() -> Iterator[None]:
    if connection.vendor == "sqlite":
        call_command("migrate", verbosity=0)
        yield
        return
    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        connection.close()
        connection.creation.destroy_test_db(name, verbosity=0)


def _build_requests() -> Request:
    """Requests of a member who watches the first half of a course repeatedly."""
    person = User.objects.create_user(mobile="9811111111", name="Meera Nair")
    course, topics = _course()
    Entitlement.objects.create(
        person=person,
        scope=Scope.COURSE,
        item_id=course.pk,
        source=Source.PAID,
        label=course.title,
        starts_at=timezone.now(),
    )
    client = Client()
    client.force_login(person)
    session = client.cookies["sessionid"].value
    steps = [15.3 * step for step in range(40)]
    bodies = cycle(
        json.dumps(_report(person, topic, step)).encode() for step in steps for topic in topics[: TOPICS // 2]
    )
    return lambda: call_application(_PATH, next(bodies), session=session)


def _course() -> tuple[Course, list[Topic]]:
    category = Category.objects.create(title="Charts", icon=Icon.CANDLES)
    course = Course.objects.create(
        title="Candles", weburlname="candles", category=category, offer_price_paise=99_900, is_published=True
    )
    chapter = Chapter.objects.create(course=course, title="All of it")
    topics = [
        Topic(
            chapter=chapter,
            title=f"Topic {place}",
            position=place,
            content_type=ContentType.ARTICLE,
            duration_seconds=600,
        )
        for place in range(TOPICS)
    ]
    return course, Topic.objects.bulk_create(topics)


def _report(person: User, topic: Topic, position: float) -> dict[str, Any]:
    return {
        "userId": str(person.pk),
        "courseId": str(topic.chapter.course_id),
        "topicId": str(topic.pk),
        "watchedDuration": position + 15.3,
        "isCompleted": False,
        "topicrestart": False,
        "ContentType": "video",
        "watchedRanges": [[position, position + 15.3]],
    }


def _alternate(ours: Request, bare: Request) -> tuple[float, float]:
    """
    Seconds per request of each, alternating so that other load on the machine affects both.

    The mean of the fastest tenth of the rounds.
    """
    times: tuple[list[float], list[float]] = ([], [])
    for round_ in range(ROUNDS + 5):
        for send, seconds in zip((ours, bare), times, strict=True):
            started = time.perf_counter()
            for _ in range(CALLS):
                send()
            # The first rounds warm up.
            if round_ >= 5:
                seconds.append((time.perf_counter() - started) / CALLS)
    return _mean_of_fastest(times[0]), _mean_of_fastest(times[1])


def _mean_of_fastest(times: list[float]) -> float:
    return statistics.mean(sorted(times)[: ROUNDS // 10])
