"""This app's sections of the personal data download, and their erasure."""

from apps.accounts import personal_data
from apps.accounts.personal_data import delete_all
from apps.catalog.models import (
    CourseStart,
    QuizAttempt,
    TopicNote,
    TopicProgress,
    TopicQuestion,
    WishListItem,
)
from apps.catalog.selectors import exported
from apps.catalog.services import certificates, reviews


def register() -> None:
    """Called once at start-up."""
    personal_data.register("reviews", export=exported.reviews, erase=reviews.erase_reviews)
    personal_data.register("progress", export=exported.progress, erase=delete_all(TopicProgress))
    personal_data.register("coursesStarted", export=exported.courses_started, erase=delete_all(CourseStart))
    personal_data.register("notes", export=exported.notes, erase=delete_all(TopicNote))
    personal_data.register("quizAttempts", export=exported.quiz_attempts, erase=delete_all(QuizAttempt))
    personal_data.register("questions", export=exported.topic_questions, erase=delete_all(TopicQuestion))
    personal_data.register("wishList", export=exported.wish_list, erase=delete_all(WishListItem))
    personal_data.register(
        "certificates", export=exported.certificates, erase=certificates.erase_certificates
    )
