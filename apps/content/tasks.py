from celery import shared_task
from django.utils import timezone

from apps.content.services import orphan_photos


@shared_task(name="apps.content.tasks.delete_orphan_photos")  # type: ignore[untyped-decorator]
def delete_orphan_photos() -> None:
    orphan_photos.delete_orphans(now=timezone.now())
