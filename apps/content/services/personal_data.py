"""What this app stores about a person, for their download and for the erasure of their account."""

from apps.accounts import personal_data
from apps.content.models import ChapterRead
from apps.content.selectors import exported


def register() -> None:
    """Called once, at start-up."""
    personal_data.register(
        "academy", export=exported.chapters_read, erase=personal_data.delete_all(ChapterRead)
    )
