from celery import shared_task
from django.utils import timezone

from apps.media.services import unused_files, video_imports, video_uploads


@shared_task(name="apps.media.tasks.import_videos")  # type: ignore[untyped-decorator]
def import_videos() -> None:
    while video_imports.run_next() is not None:
        pass


@shared_task(name="apps.media.tasks.delete_old_uploads")  # type: ignore[untyped-decorator]
def delete_old_uploads() -> None:
    video_uploads.delete_old(now=timezone.now())


@shared_task(name="apps.media.tasks.delete_unused_files")  # type: ignore[untyped-decorator]
def delete_unused_files() -> None:
    unused_files.delete_due(now=timezone.now())
