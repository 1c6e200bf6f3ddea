from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from apps.accounts.services import mobile_changes
from apps.core.management.operations import OperationsCommand, Result


class Command(OperationsCommand):
    help = "Apply changes of mobile number once their delay has passed."

    def run(self, options: Mapping[str, Any]) -> Result:
        now = timezone.now()
        if options["dry_run"]:
            count = mobile_changes.count_due(now=now)
            return Result({"due": count}, [f"{count} numbers would be changed"])
        count = mobile_changes.apply_due(now=now)
        return Result({"changed": count}, [f"{count} numbers changed"])
