from collections.abc import Mapping
from typing import Any

from apps.catalog.services import search_documents
from apps.core.management.operations import OperationsCommand, Result


class Command(OperationsCommand):
    help = "Rebuild the search index from the courses."

    def run(self, options: Mapping[str, Any]) -> Result:
        if options["dry_run"]:
            count = search_documents.count_courses()
            return Result({"courses": count}, [f"{count} courses would be read"])
        count = search_documents.rebuild_documents()
        return Result({"courses": count}, [f"{count} courses indexed"])
