"""
The list of courses keeps its promises of speed.

Two are measured against bare views, which stand in turns with the call at its very address, behind the
same middleware. The third sets two databases side by side and asks both the same.
"""

import io
import json
import random
import shutil
import statistics
import sys
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
from django.core.wsgi import get_wsgi_application
from django.db import connections, router
from django.db.models import Model, QuerySet

from apps.catalog.api import urls
from apps.catalog.models import Category, Course, CourseInstructor
from apps.catalog.states import Icon, Language, Level
from apps.content.models import Instructor
from bench.bare.courses import BareList, same_bytes

FEW, MANY = 100, 100_000
LISTED = 50
LEAST_KEPT, LEAST_AFRESH, MOST_SLOWER = 0.80, 0.70, 1.30

_PATH = "/api/course/mobile"
_TOKEN = "t" * 32
_SORTS = ("popular", "newest", "rating", "priceLow", "priceHigh")
_BATCH = 5000
_SINCE = datetime(2026, 1, 1, tzinfo=UTC)

type_of_call = Callable[[], Any]


def run() -> bool:
    _build()
    return all([_is_quick_kept(), _is_quick_afresh(), _is_quick_with_many()])


def _is_quick_kept() -> bool:
    """A page from the cache against a view that returns the same bytes."""
    ask = partial(_asked, limit=LISTED)
    body = ask()
    return _told("kept", *_in_turns(ask, _standing(same_bytes(body), ask), calls=25), LEAST_KEPT)


def _is_quick_afresh() -> bool:
    """A page with nothing in the cache against the framework's own list of the same fields."""

    def afresh() -> None:
        cache.clear()
        _asked(limit=LISTED)

    bare = _standing(BareList.as_view(), partial(_asked, method="GET"))
    assert len(json.loads(bare())) == LISTED
    return _told("afresh", *_in_turns(afresh, bare, calls=3), LEAST_AFRESH)


def _is_quick_with_many() -> bool:
    """Pages of many courses against the same of few: every order, every filter, and some together."""
    slow_few, slow_many = (1000 * _slow(took) for took in _asked_of_both(_questions()))
    ratio = slow_many / slow_few
    print(
        f"courses many    95th {slow_few:.2f} ms with {FEW}, {slow_many:.2f} ms with {MANY}: "
        f"{ratio:.2f} times, at most {MOST_SLOWER:.2f}"
    )
    return ratio <= MOST_SLOWER


def _asked_of_both(questions: list[dict[str, Any]]) -> tuple[list[float], list[float]]:
    """How long each page takes on either database when its count is known and nothing else is."""
    few: list[float] = []
    many: list[float] = []
    for question in questions:
        for database, took in (("default", few), ("many", many)):
            with _in_use(database):
                took.append(statistics.median(_once_counted(question) for _ in range(5)))
    return few, many


def _once_counted(question: dict[str, Any]) -> float:
    cache.clear()
    _asked(**question | {"limit": 0})
    return _seconds(partial(_asked, **question))


def _slow(took: list[float]) -> float:
    return sorted(took)[int(len(took) * 0.95)]


def _questions() -> list[dict[str, Any]]:
    """Narrowed lists by ten, which the few courses have as well as the many; whole ones by fifty."""
    narrowed: list[dict[str, Any]] = [
        *({"category": f"Category {number}"} for number in range(8)),
        *({"level": level} for level in Level.values),
        *({"language": language} for language in Language.values),
        *({"price": price} for price in ("free", "pro", "paid")),
        *({"instructor": f"instructor-{number}"} for number in range(3)),
        *({"category": "Category 1", "level": level} for level in Level.values),
        {"category": ["Category 2", "Category 3"], "language": "Hindi", "price": "paid"},
    ]
    questions = [{"limit": 10, **one} for one in narrowed]
    questions += [{"limit": LISTED, "skip": skip} for skip in (0, 20, LISTED)]
    return [{"sort": sort, **question} for sort, question in product(_SORTS, questions)]


def _told(name: str, ours: float, theirs: float, least: float) -> bool:
    share = theirs / ours
    print(
        f"courses {name:7} {1 / ours:6.0f} a second, bare {1 / theirs:6.0f}: "
        f"{share:.2f} of it, at least {least:.2f}"
    )
    return share >= least


def _in_turns(ours: type_of_call, theirs: type_of_call, *, calls: int) -> tuple[float, float]:
    """Seconds a call of each, in turns, so that what else the machine does falls on both."""
    took: tuple[list[float], list[float]] = ([], [])
    for _ in range(60):
        for call, seconds in zip((ours, theirs), took, strict=True):
            seconds.append(_seconds(lambda call=call: [call() for _ in range(calls)]) / calls)  # type: ignore[misc]
    return statistics.median(took[0]), statistics.median(took[1])


def _seconds(call: type_of_call) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def _standing(view: Callable[..., Any], ask: Callable[[], bytes]) -> Callable[[], bytes]:
    """The call, with the view at its address."""
    (pattern,) = (pattern for pattern in urls.urlpatterns if str(pattern.pattern) == "course/mobile")
    ours = pattern.callback

    def asked() -> bytes:
        pattern.callback = view
        try:
            return ask()
        finally:
            pattern.callback = ours

    return asked


_application = get_wsgi_application()


def _asked(*, method: str = "POST", **question: Any) -> bytes:
    """One call as a server hands it over, by a visitor who has the token."""
    body = json.dumps(question).encode()
    environ = {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "",
        "PATH_INFO": _PATH,
        "QUERY_STRING": "",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_HOST": "127.0.0.1:8000",
        "HTTP_X_CSRFTOKEN": _TOKEN,
        "HTTP_COOKIE": f"csrftoken={_TOKEN}",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.url_scheme": "http",
    }
    statuses: list[str] = []
    response = _application(environ, lambda status, _headers: statuses.append(status))
    answer = b"".join(response)
    response.close()
    assert statuses == ["200 OK"], (statuses, answer[:300])
    return answer


class _Router:
    """Sends every query to the database in use."""

    in_use = "default"

    def db_for_read(self, _model: type[Model], **_hints: Any) -> str:
        return self.in_use

    db_for_write = db_for_read


_router = _Router()


@contextmanager
def _in_use(database: str) -> Iterator[None]:
    _router.in_use = database
    cache.clear()
    try:
        yield
    finally:
        _router.in_use = "default"


def _build() -> None:
    """Two databases that differ in how many courses they have."""
    call_command("migrate", verbosity=0)
    router.routers = [_router]
    dice = random.Random(1)  # noqa: S311 - the same shelf each time
    categories = [
        Category(title=f"Category {number}", icon=Icon.BOOK, hue=40 * number, position=number)
        for number in range(8)
    ]
    teachers = [
        Instructor(name=f"Instructor {number}", slug=f"instructor-{number}", experience="12 years")
        for number in range(MANY // 50)
    ]
    _plant("default", categories)
    _plant("default", teachers)
    _fill("default", range(FEW), dice, categories, teachers[: FEW // 10])
    usual = connections["default"]
    usual.close()
    settings = usual.settings_dict | {"NAME": f"{usual.settings_dict['NAME']}.many"}
    shutil.copy(usual.settings_dict["NAME"], settings["NAME"])
    connections.settings["many"] = settings
    for start in range(FEW, MANY, _BATCH):
        _fill("many", range(start, min(start + _BATCH, MANY)), dice, categories, teachers)


def _fill(
    database: str,
    numbers: Sequence[int],
    dice: random.Random,
    categories: list[Category],
    teachers: list[Instructor],
) -> None:
    courses = [_course(number, dice, dice.choice(categories)) for number in numbers]
    _plant(database, courses)
    teaching = [
        CourseInstructor(course_id=course.pk, instructor_id=teacher.pk, position=position)
        for course in courses
        for position, teacher in enumerate(_faculty(dice, teachers))
    ]
    _plant(database, teaching)


def _faculty(dice: random.Random, teachers: list[Instructor]) -> list[Instructor]:
    """One or two people. The first teaches a tenth of all courses, of which most people teach a few."""
    busy, *others = teachers
    return [dice.choice(others), *([busy] if dice.random() < 0.1 else [])]


def _course(number: int, dice: random.Random, category: Category) -> Course:
    is_pro = dice.random() < 0.3
    rupees = 0 if dice.random() < (0.5 if is_pro else 0.3) else dice.choice((499, 999, 1999, 2999, 4999))
    return Course(
        title=f"Course {number}: rights, obligations and price",
        weburlname=f"course-{number}",
        category_id=category.pk,
        lead="What you buy, what you owe, and why most buyers lose their premium.",
        long_description="Start with the contract and its settlement. Payoffs are drawn by hand. " * 4,
        level=dice.choice(Level.values),
        language=dice.choice([Language.ENGLISH, *Language.values]),
        what_you_will_learn=["Draw the payoff", "Explain time value", "Work out the worst case"],
        offer_price_paise=rupees * 100,
        is_pro=is_pro,
        is_published=dice.random() < 0.95 or number < FEW,
        published_at=_SINCE + timedelta(minutes=dice.randrange(400_000)),
        duration_seconds=dice.randrange(600, 20_000),
        total_learners=min(int(10 * dice.paretovariate(1)), 50_000),
        rating=Decimal(dice.randrange(30, 51)) / 10,
    )


def _plant(database: str, rows: Sequence[Model]) -> None:
    # Not by the models' own manager: what follows each row for search and the cache is not measured here.
    QuerySet(type(rows[0]), using=database).bulk_create(rows)
