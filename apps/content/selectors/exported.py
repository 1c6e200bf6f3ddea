"""The academy's section of somebody's personal data."""

from apps.accounts.models import User
from apps.content.models import ChapterRead
from apps.core import indian_time


def chapters_read(person: User, /) -> object:
    rows = ChapterRead.objects.filter(person=person).select_related("chapter").order_by("-read_at", "-pk")
    return [{"chapter": row.chapter.title, "at": indian_time.iso_utc(row.read_at)} for row in rows]
