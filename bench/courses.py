"""
Targets for the speed of the list of courses.

Two compare it with bare views that alternate with it at the same URL, behind the same middleware. The third
sends the same requests to a small and a large database.
"""

import json
import random
import shutil
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import partial
from itertools import product
from typing import Any

from django.core.cache import cache
from django.core.management import call_command
from django.db import connections, router
from django.db.models import Model, QuerySet

from apps.catalog.models import Category, Course, CourseInstructor
from apps.catalog.states import Icon, Language, Level
from apps.content.models import Instructor
from bench.bare.courses import BareList, fixed_response
from bench.bare.sending import call_application, with_view

FEW, MANY = 100, 100_000
PAGE_SIZE = 50
TARGET_CACHED, TARGET_UNCACHED, TARGET_SLOWDOWN = 0.80, 0.70, 1.30

_PATH = "/api/course/mobile"
_SORTS = ("popular", "newest", "rating", "priceLow", "priceHigh")
_BATCH = 5000
_SINCE = datetime(2026, 1, 1, tzinfo=UTC)

Request = Callable[[], Any]


def run() -> bool:
    _build()
    return all([_cached_is_met(), _uncached_is_met(), _large_is_met()])


def _cached_is_met() -> bool:
    """A cached page, compared with a view that returns the same bytes."""
    cached = partial(_post, limit=PAGE_SIZE)
    body = cached()
    return _report(
        "cached", *_alternate(cached, with_view(_PATH, fixed_response(body), cached), count=25), TARGET_CACHED
    )


def _uncached_is_met() -> bool:
    """A page with an empty cache, compared with DRF's list view of the same fields."""

    def uncached() -> None:
        cache.clear()
        _post(limit=PAGE_SIZE)

    bare = with_view(_PATH, BareList.as_view(), partial(_post, method="GET"))
    assert len(json.loads(bare())) == PAGE_SIZE
    return _report("uncached", *_alternate(uncached, bare, count=3), TARGET_UNCACHED)


def _large_is_met() -> bool:
    """The large database compared with the small one: each sort order and filter, and some combined."""
    p95_few, p95_many = (1000 * _p95(times) for times in _measure_both(_queries()))
    ratio = p95_many / p95_few
    print(
        f"courses large    p95 {p95_few:.2f} ms with {FEW}, {p95_many:.2f} ms with {MANY}: "
        f"{ratio:.2f} times, target {TARGET_SLOWDOWN:.2f}"
    )
    return ratio <= TARGET_SLOWDOWN


def _measure_both(queries: list[dict[str, Any]]) -> tuple[list[float], list[float]]:
    """Seconds per page in each database, with only the count in the cache."""
    few: list[float] = []
    many: list[float] = []
    for query in queries:
        for database, times in (("default", few), ("many", many)):
            with _use_database(database):
                times.append(statistics.median(_time_with_count_cached(query) for _ in range(5)))
    return few, many


def _time_with_count_cached(query: dict[str, Any]) -> float:
    cache.clear()
    _post(**query | {"limit": 0})
    return _seconds(partial(_post, **query))


def _p95(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)]


def _queries() -> list[dict[str, Any]]:
    """Filtered lists with pages of ten, which fit the small database; others with pages of fifty."""
    filtered: list[dict[str, Any]] = [
        *({"category": f"Category {number}"} for number in range(8)),
        *({"level": level} for level in Level.values),
        *({"language": language} for language in Language.values),
        *({"price": price} for price in ("free", "pro", "paid")),
        *({"instructor": f"instructor-{number}"} for number in range(3)),
        *({"category": "Category 1", "level": level} for level in Level.values),
        {"category": ["Category 2", "Category 3"], "language": "Hindi", "price": "paid"},
    ]
    queries = [{"limit": 10, **one} for one in filtered]
    queries += [{"limit": PAGE_SIZE, "skip": skip} for skip in (0, 20, PAGE_SIZE)]
    return [{"sort": sort, **query} for sort, query in product(_SORTS, queries)]


def _report(name: str, ours: float, baseline: float, target: float) -> bool:
    share = baseline / ours
    print(
        f"courses {name:8} {1 / ours:6.0f} a second, bare {1 / baseline:6.0f}: "
        f"{share:.2f} of that, target {target:.2f}"
    )
    return share >= target


def _alternate(ours: Request, baseline: Request, *, count: int) -> tuple[float, float]:
    """Median seconds per request of each, alternating so that other load affects both."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(60):
        for send, seconds in zip((ours, baseline), times, strict=True):
            seconds.append(_seconds(lambda send=send: [send() for _ in range(count)]) / count)  # type: ignore[misc]
    return statistics.median(times[0]), statistics.median(times[1])


def _seconds(send: Request) -> float:
    started = time.perf_counter()
    send()
    return time.perf_counter() - started


def _post(*, method: str = "POST", **query: Any) -> bytes:
    return call_application(_PATH, json.dumps(query).encode(), method=method)


class _Router:
    """Sends every query to the selected database."""

    selected = "default"

    def db_for_read(self, _model: type[Model], **_hints: Any) -> str:
        return self.selected

    db_for_write = db_for_read


_router = _Router()


@contextmanager
def _use_database(database: str) -> Iterator[None]:
    _router.selected = database
    cache.clear()
    try:
        yield
    finally:
        _router.selected = "default"


def _build() -> None:
    """Create two databases with few and with many courses."""
    call_command("migrate", verbosity=0)
    router.routers = [_router]
    rng = random.Random(1)  # noqa: S311 - the same courses each time
    categories = [
        Category(title=f"Category {number}", icon=Icon.BOOK, hue=40 * number, position=number)
        for number in range(8)
    ]
    instructors = [
        Instructor(name=f"Instructor {number}", slug=f"instructor-{number}", experience="12 years")
        for number in range(MANY // 50)
    ]
    _insert("default", categories)
    _insert("default", instructors)
    _fill("default", range(FEW), rng, categories, instructors[: FEW // 10])
    usual = connections["default"]
    usual.close()
    settings = usual.settings_dict | {"NAME": f"{usual.settings_dict['NAME']}.many"}
    shutil.copy(usual.settings_dict["NAME"], settings["NAME"])
    connections.settings["many"] = settings
    for start in range(FEW, MANY, _BATCH):
        _fill("many", range(start, min(start + _BATCH, MANY)), rng, categories, instructors)


def _fill(
    database: str,
    numbers: Sequence[int],
    rng: random.Random,
    categories: list[Category],
    instructors: list[Instructor],
) -> None:
    courses = [_course(number, rng, rng.choice(categories)) for number in numbers]
    _insert(database, courses)
    links = [
        CourseInstructor(course_id=course.pk, instructor_id=instructor.pk, position=position)
        for course in courses
        for position, instructor in enumerate(_choose_instructors(rng, instructors))
    ]
    _insert(database, links)


def _choose_instructors(rng: random.Random, instructors: list[Instructor]) -> list[Instructor]:
    """One or two instructors. The first has a tenth of all courses; the others have a few."""
    busy, *others = instructors
    return [rng.choice(others), *([busy] if rng.random() < 0.1 else [])]


def _course(number: int, rng: random.Random, category: Category) -> Course:
    is_pro = rng.random() < 0.3
    rupees = 0 if rng.random() < (0.5 if is_pro else 0.3) else rng.choice((499, 999, 1999, 2999, 4999))
    return Course(
        title=f"Course {number}: rights, obligations and price",
        weburlname=f"course-{number}",
        category_id=category.pk,
        lead="What you buy, what you owe, and why most buyers lose their premium.",
        long_description="Start with the contract and its settlement. Payoffs are drawn by hand. " * 4,
        level=rng.choice(Level.values),
        language=rng.choice([Language.ENGLISH, *Language.values]),
        what_you_will_learn=["Draw the payoff", "Explain time value", "Work out the worst case"],
        offer_price_paise=rupees * 100,
        is_pro=is_pro,
        is_published=rng.random() < 0.95 or number < FEW,
        published_at=_SINCE + timedelta(minutes=rng.randrange(400_000)),
        duration_seconds=rng.randrange(600, 20_000),
        total_learners=min(int(10 * rng.paretovariate(1)), 50_000),
        rating=Decimal(rng.randrange(30, 51)) / 10,
    )


def _insert(database: str, rows: Sequence[Model]) -> None:
    # Not through the models' managers: search documents and cache invalidation are not measured here.
    QuerySet(type(rows[0]), using=database).bulk_create(rows)
