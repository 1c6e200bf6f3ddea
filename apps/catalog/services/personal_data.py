"""This app's sections of the personal data download, and their erasure."""

from datetime import datetime

from apps.accounts import personal_data
from apps.accounts.models import User
from apps.catalog.models import TopicProgress
from apps.catalog.selectors import exported
from apps.catalog.services import reviews


def register() -> None:
    """Called once at start-up."""
    personal_data.register("reviews", export=exported.reviews, erase=reviews.erase_reviews)
    personal_data.register("progress", export=exported.progress, erase=erase_progress)


def erase_progress(person: User, _at: datetime, /) -> None:
    """Delete an erased person's progress. Runs in the caller's transaction."""
    TopicProgress.objects.filter(person=person).delete()
