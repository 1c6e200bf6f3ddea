"""Questions of learners under a topic; staff answer them in the admin."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, transaction

from apps.accounts.models import User
from apps.catalog.models import Topic, TopicQuestion
from apps.catalog.selectors import topic_access, topics
from apps.catalog.selectors.topic_access import UnknownTopic
from apps.catalog.services.reviews import display_name
from apps.core.errors import Conflict, NotLoggedIn

MAX_TEXT_LENGTH = 1200
MAX_UNANSWERED = 5
"""Unanswered questions of a person in a topic."""
MAX_A_DAY = 20


class TooManyQuestions(Conflict):
    code = "too_many_questions"
    message = f"You have {MAX_UNANSWERED} unanswered questions here. Please wait for an answer."


class TooManyToday(Conflict):
    code = "too_many_questions"
    message = f"You have asked {MAX_A_DAY} questions today. Please ask again tomorrow."


def ask(*, person: User, topic_id: str, question_id: UUID, text: str, at: datetime) -> TopicQuestion:
    """
    Ask a question under the id that the browser made for it. A repeated request returns the same question.

    :raises UnknownTopic, NoAccess, HeldBack: if the person cannot open the topic
    :raises TooManyQuestions, TooManyToday: if they have asked enough
    """
    topic = topics.get_published_topic(topic_id)
    topic_access.check_access(topic=topic, person=person, now=at)
    try:
        with transaction.atomic(durable=True):
            return _ask(person, topic, question_id, text, at=at)
    except IntegrityError:
        # Staff have just deleted the topic.
        raise UnknownTopic() from None


def _ask(person: User, topic: Topic, question_id: UUID, text: str, *, at: datetime) -> TopicQuestion:
    # Locks the person: their questions are counted, and each is asked once.
    if not User.objects.locked().filter(pk=person.pk, erased_at__isnull=True).values_list("pk"):
        # The account was deleted since the request began: nothing of it must stay.
        raise NotLoggedIn()
    own = TopicQuestion.objects.filter(person=person)
    existing = own.filter(topic=topic, question_id=question_id).first()
    if existing is not None:
        return existing
    if own.filter(topic=topic).unanswered().count() >= MAX_UNANSWERED:
        raise TooManyQuestions()
    if own.filter(asked_at__gt=at - timedelta(days=1)).count() >= MAX_A_DAY:
        raise TooManyToday()
    return TopicQuestion.objects.create(
        person=person,
        topic=topic,
        question_id=question_id,
        display_name=display_name(person),
        text=text,
        asked_at=at,
    )
