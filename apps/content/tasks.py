from celery import shared_task
from django.utils import timezone

from apps.content.services import advert_findings, orphan_photos


@shared_task(name="apps.content.tasks.delete_orphan_photos")  # type: ignore[untyped-decorator]
def delete_orphan_photos() -> None:
    orphan_photos.delete_orphans(now=timezone.now())


@shared_task(name="apps.content.tasks.scan_texts")  # type: ignore[untyped-decorator]
def scan_texts() -> None:
    advert_findings.scan_all()
