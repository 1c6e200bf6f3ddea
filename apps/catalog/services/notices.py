"""Messages about courses, queued in the transaction of what they report."""

from datetime import datetime

from django.conf import settings

from apps.accounts.models import User
from apps.accounts.services import messages, templates
from apps.catalog.models import Course, TopicQuestion
from apps.core.formatting import date_and_time


def notify_enrolled(*, person: User, course: Course) -> None:
    """Somebody enrolled without paying. Whoever paid gets the receipt, which names the course."""
    messages.send_later(person_id=person.pk, template="course_enrolled", params=_params(course))


def notify_granted(*, person: User, course: Course, ends_at: datetime) -> None:
    """Staff opened the course for somebody."""
    params = {**_params(course), "when": date_and_time(ends_at)}
    messages.send_later(person_id=person.pk, template="course_granted", params=params)


def _params(course: Course) -> dict[str, str]:
    return {
        "title": templates.as_text(course.title),
        "short_title": templates.as_short_text(course.title),
        "link": f"{settings.SITE_URL}/courses/{course.weburlname}",
    }


def notify_answered(*, question: TopicQuestion) -> None:
    """Staff answered a question: by email, or WhatsApp with consent."""
    topic = question.topic
    messages.send_later(
        person_id=question.person_id,
        template="question_answered",
        params={
            "topic": templates.as_text(topic.title),
            "link": f"{settings.SITE_URL}/course/{topic.chapter.course_id}/topic/{topic.pk}",
        },
    )
