"""Reading progress in the academy."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from apps.accounts.models import User
from apps.content.models import ChapterRead


@transaction.atomic(durable=True)
def mark_read(*, person: User, chapter_id: UUID, at: datetime) -> None:
    """Record that a member has read a chapter to its end. Only the first time counts."""
    ChapterRead.objects.bulk_create(
        [ChapterRead(person=person, chapter_id=chapter_id, read_at=at)], ignore_conflicts=True
    )
