"""What members do in the academy."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from apps.accounts.models import User
from apps.content.models import ChapterRead


@transaction.atomic(durable=True)
def note_read(*, person: User, chapter_id: UUID, at: datetime) -> None:
    """A member came to the end of a chapter; the first time is the one that is kept."""
    ChapterRead.objects.bulk_create(
        [ChapterRead(person=person, chapter_id=chapter_id, read_at=at)], ignore_conflicts=True
    )
