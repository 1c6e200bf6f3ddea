from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from apps.commerce.services import expiry
from apps.core.management.operations import OperationsCommand, Result


class Command(OperationsCommand):
    help = "Release seats and coupon uses of orders that were not paid in time."

    def run(self, options: Mapping[str, Any]) -> Result:
        count = expiry.expire_overdue_orders(at=timezone.now(), is_dry_run=options["dry_run"])
        done = "would be" if options["dry_run"] else "were"
        return Result({"orders": count}, [f"{count} orders {done} released."])
