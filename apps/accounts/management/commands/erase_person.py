from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from apps.accounts.services import erasure
from apps.core.errors import DomainError


class Command(BaseCommand):
    help = "Delete an account at its owner's request. This cannot be undone."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mobile", required=True, help="The 10-digit mobile number of the account.")

    def handle(self, *args: Any, **options: Any) -> None:
        mobile = options["mobile"]
        try:
            erasure.erase_on_request(mobile=mobile, at=timezone.now())
        except DomainError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"Erased: the account of the number ending in {mobile[-2:]}")
