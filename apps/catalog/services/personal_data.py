"""This app's sections of the personal data download, and their erasure."""

from datetime import datetime

from apps.accounts import personal_data
from apps.accounts.models import User
from apps.catalog.models import CourseStart, TopicNote, TopicProgress
from apps.catalog.selectors import exported
from apps.catalog.services import certificates, quiz_attempts, reviews, topic_questions, wish_lists


def register() -> None:
    """Called once at start-up."""
    personal_data.register("reviews", export=exported.reviews, erase=reviews.erase_reviews)
    personal_data.register("progress", export=exported.progress, erase=erase_progress)
    personal_data.register("coursesStarted", export=exported.courses_started, erase=erase_starts)
    personal_data.register("notes", export=exported.notes, erase=erase_notes)
    personal_data.register("quizAttempts", export=exported.quiz_attempts, erase=quiz_attempts.erase_attempts)
    personal_data.register(
        "questions", export=exported.topic_questions, erase=topic_questions.erase_questions
    )
    personal_data.register("wishList", export=exported.wish_list, erase=wish_lists.erase_wishes)
    personal_data.register(
        "certificates", export=exported.certificates, erase=certificates.erase_certificates
    )


def erase_progress(person: User, _at: datetime, /) -> None:
    """Delete an erased person's progress. Runs in the caller's transaction."""
    TopicProgress.objects.filter(person=person).delete()


def erase_starts(person: User, _at: datetime, /) -> None:
    """When an erased person started their courses. Runs in the caller's transaction."""
    CourseStart.objects.filter(person=person).delete()


def erase_notes(person: User, _at: datetime, /) -> None:
    """Delete an erased person's notes. Runs in the caller's transaction."""
    TopicNote.objects.filter(person=person).delete()
