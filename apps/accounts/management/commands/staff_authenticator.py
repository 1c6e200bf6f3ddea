from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.accounts.services import authenticators
from apps.core.errors import DomainError


class Command(BaseCommand):
    help = "Create an authenticator for a staff account and print its setup link and key."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--mobile", required=True, help="The 10-digit mobile number of the staff account."
        )
        parser.add_argument(
            "--replace",
            action="store_true",
            help="Replace the current authenticator, which then stops working.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            device = authenticators.create(mobile=options["mobile"], replace=options["replace"])
        except DomainError as error:
            raise CommandError(error.message) from None
        self.stdout.write(device.config_url)
        self.stdout.write(f"Or enter the key: {authenticators.setup_key(device)}")
