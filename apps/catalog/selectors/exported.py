"""This app's sections of the personal data download."""

from apps.accounts.models import User
from apps.catalog import watched_ranges
from apps.catalog.models import (
    Certificate,
    CourseStart,
    QuizAttempt,
    Review,
    TopicNote,
    TopicProgress,
    TopicQuestion,
    WishListItem,
)
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


def courses_started(person: User, /) -> object:
    rows = CourseStart.objects.filter(person=person).order_by("-started_at", "-pk")
    return [
        {"course": title, "at": indian_time.iso_utc(started_at)}
        for title, started_at in rows.values_list("course__title", "started_at")
    ]


def notes(person: User, /) -> object:
    """Without the rows of deleted notes, which have no text."""
    rows = (
        TopicNote.objects.filter(person=person, is_deleted=False)
        .select_related("topic__chapter__course")
        .order_by("topic__chapter__course__title", "topic_id", "at_seconds", "note_id")
    )
    return [
        {
            "course": row.topic.chapter.course.title,
            "topic": row.topic.title,
            "atSeconds": row.at_seconds,
            "text": row.text,
            "at": indian_time.iso_utc(row.updated_at),
        }
        for row in rows
    ]


def quiz_attempts(person: User, /) -> object:
    rows = (
        QuizAttempt.objects.filter(person=person)
        .select_related("topic__chapter__course")
        .order_by("-attempted_at", "-pk")
    )
    return [
        {
            "course": row.topic.chapter.course.title,
            "topic": row.topic.title,
            "right": row.right,
            "total": row.total,
            "at": indian_time.iso_utc(row.attempted_at),
        }
        for row in rows
    ]


def topic_questions(person: User, /) -> object:
    rows = (
        TopicQuestion.objects.filter(person=person)
        .select_related("topic__chapter__course")
        .order_by("-asked_at", "-pk")
    )
    return [
        {
            "course": row.topic.chapter.course.title,
            "topic": row.topic.title,
            "shownName": row.display_name,
            "text": row.text,
            "at": indian_time.iso_utc(row.asked_at),
            "answer": row.answer,
            "answeredAt": row.answered_at and indian_time.iso_utc(row.answered_at),
        }
        for row in rows
    ]


def wish_list(person: User, /) -> object:
    rows = WishListItem.objects.filter(person=person).select_related("course").order_by("-added_at", "-pk")
    return [{"course": row.course.title, "at": indian_time.iso_utc(row.added_at)} for row in rows]


def certificates(person: User, /) -> object:
    rows = Certificate.objects.filter(person=person).select_related("course").order_by("-issued_at", "-pk")
    return [
        {
            "course": row.course_title or (row.course.title if row.course else ""),
            "shownName": row.learner_name,
            "code": row.code,
            "issuedAt": indian_time.iso_utc(row.issued_at),
            "withdrawnAt": row.withdrawn_at and indian_time.iso_utc(row.withdrawn_at),
            "revokedAt": row.revoked_at and indian_time.iso_utc(row.revoked_at),
            "revocationReason": row.revocation_reason,
        }
        for row in rows
    ]
