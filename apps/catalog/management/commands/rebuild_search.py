from typing import Any

from django.core.management.base import BaseCommand

from apps.catalog.services import search_documents


class Command(BaseCommand):
    help = "Rebuild the search index from the courses."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{search_documents.rebuild_documents()} courses indexed")
