"""What this app holds of a person, for their download and for the erasure of their account."""

from datetime import datetime

from apps.accounts import personal_data
from apps.accounts.models import User
from apps.catalog.models import TopicProgress
from apps.catalog.selectors import exported
from apps.catalog.services import reviews


def register() -> None:
    """Called once, at start-up."""
    personal_data.register("reviews", export=exported.reviews, erase=reviews.forget)
    personal_data.register("progress", export=exported.progress, erase=forget_progress)


def forget_progress(person: User, _at: datetime, /) -> None:
    """Take out how far an erased person came. Joins the caller's transaction."""
    TopicProgress.objects.filter(person=person).delete()
