from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from apps.commerce.services import expiry


class Command(BaseCommand):
    help = "Release seats and coupon uses of orders that were not paid in time."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only count them")

    def handle(self, *_args: Any, **options: Any) -> None:
        count = expiry.expire_overdue_orders(at=timezone.now(), is_dry_run=options["dry_run"])
        self.stdout.write(f"{count} orders {'would be' if options['dry_run'] else 'were'} released.")
