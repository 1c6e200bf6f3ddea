from typing import Any

from django.core.management.base import BaseCommand

from apps.catalog.services import search_documents


class Command(BaseCommand):
    help = "Make anew what courses are found by, from the courses themselves."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{search_documents.rebuild()} courses can be found")
