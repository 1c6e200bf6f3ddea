from typing import Any

from django.core.management.base import BaseCommand

from apps.media.services import video_imports


class Command(BaseCommand):
    help = "Import the uploaded videos that wait. For machines without a worker, or to run by hand."

    def handle(self, *args: Any, **options: Any) -> None:
        count = 0
        while (done := video_imports.run_next()) is not None:
            count += 1
            self.stdout.write(str(done))
        self.stdout.write(f"{count} videos processed")
