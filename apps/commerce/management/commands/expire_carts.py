from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from apps.commerce.services import expiry
from apps.core.management.operations import OperationsCommand, Result


class Command(OperationsCommand):
    help = "Delete carts that expired a week ago or earlier and were never ordered."

    def run(self, options: Mapping[str, Any]) -> Result:
        count = expiry.delete_expired_carts(at=timezone.now(), is_dry_run=options["dry_run"])
        done = "would be" if options["dry_run"] else "were"
        return Result({"carts": count}, [f"{count} carts {done} deleted."])
