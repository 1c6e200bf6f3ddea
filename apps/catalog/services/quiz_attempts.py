"""Keeps the attempts at quizzes."""

from datetime import datetime

from django.db import transaction

from apps.accounts.models import User
from apps.catalog.models import QuizAttempt, Topic
from apps.catalog.selectors.quiz_attempts import MAX_ATTEMPTS
from apps.catalog.services.quizzes import QuizResult


@transaction.atomic(durable=True)
def keep(*, person: User, topic: Topic, result: QuizResult, at: datetime) -> None:
    """Add an attempt. Only the latest are kept, so that nobody fills the table by pressing a button."""
    QuizAttempt.objects.create(
        person=person, topic=topic, right=result["right"], total=result["total"], attempted_at=at
    )
    own = QuizAttempt.objects.filter(person=person, topic=topic).order_by("-attempted_at", "-pk")
    surplus = list(own.values_list("pk", flat=True)[MAX_ATTEMPTS:])
    if surplus:
        QuizAttempt.objects.filter(pk__in=surplus).delete()
