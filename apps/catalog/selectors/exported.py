"""What this app's sections of the personal data say of a person."""

from apps.accounts.models import User
from apps.catalog import watched_ranges
from apps.catalog.models import Review, TopicProgress
from apps.core import indian_time


def reviews(person: User, /) -> object:
    rows = Review.objects.filter(person=person).select_related("course").newest_first()
    return [
        {
            "course": row.course.title,
            "shownName": row.shown_name,
            "rating": row.rating,
            "text": row.text,
            "status": row.status,
            "at": indian_time.on_wire(row.written_at),
        }
        for row in rows
    ]


def progress(person: User, /) -> object:
    rows = (
        TopicProgress.objects.filter(person=person)
        .select_related("course", "topic")
        .order_by("-updated_at", "-pk")
    )
    return [
        {
            "course": row.course.title,
            "topic": row.topic.title,
            "watchedSeconds": row.watched_seconds,
            "completed": row.is_completed,
            "learnedSecondsByDay": {
                day: watched_ranges.seconds(watched) for day, watched in row.learned.items()
            },
            "at": indian_time.on_wire(row.updated_at),
        }
        for row in rows
    ]
