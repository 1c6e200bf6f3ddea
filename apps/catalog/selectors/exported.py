"""This app's sections of the personal data download."""

from apps.accounts.models import User
from apps.catalog import watched_ranges
from apps.catalog.models import Review, TopicProgress
from apps.core import indian_time


def reviews(person: User, /) -> object:
    rows = Review.objects.filter(person=person).select_related("course").newest_first()
    return [
        {
            "course": row.course.title,
            "shownName": row.display_name,
            "rating": row.rating,
            "text": row.text,
            "status": row.status,
            "at": indian_time.iso_utc(row.written_at),
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
                day: watched_ranges.total_seconds(ranges) for day, ranges in row.ranges_by_day.items()
            },
            "at": indian_time.iso_utc(row.updated_at),
        }
        for row in rows
    ]
