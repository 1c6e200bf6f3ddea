"""A person's attempts at a quiz."""

from typing import Annotated, TypedDict

from apps.accounts.models import User
from apps.catalog.models import QuizAttempt, Topic
from apps.core import indian_time
from apps.core.json_types import Between, DateTime, component

MAX_ATTEMPTS = 20


@component("QuizAttemptOut")
class Attempt(TypedDict):
    right: Annotated[int, Between(0, None)]
    total: Annotated[int, Between(0, None)]
    at: DateTime


def own_attempts(*, topic: Topic, person: User) -> list[Attempt]:
    """The latest first."""
    rows = QuizAttempt.objects.filter(person=person, topic=topic).order_by("-attempted_at", "-pk")
    return [
        {"right": row.right, "total": row.total, "at": indian_time.iso_utc(row.attempted_at)}
        for row in rows[:MAX_ATTEMPTS]
    ]
