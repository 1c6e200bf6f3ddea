from celery import shared_task
from django.utils import timezone

from apps.content.services import orphan_photos


@shared_task(name="apps.content.tasks.remove_faces")  # type: ignore[untyped-decorator]
def remove_faces() -> None:
    orphan_photos.remove_unshown(now=timezone.now())
