"""What this app stores about a person, for their download and for the erasure of their account."""

from datetime import datetime

from apps.accounts import personal_data
from apps.accounts.models import User
from apps.content.models import ChapterRead
from apps.content.selectors import exported


def register() -> None:
    """Called once, at start-up."""
    personal_data.register("academy", export=exported.chapters_read, erase=erase_chapters_read)


def erase_chapters_read(person: User, _at: datetime, /) -> None:
    """Joins the caller's transaction."""
    ChapterRead.objects.filter(person=person).delete()
