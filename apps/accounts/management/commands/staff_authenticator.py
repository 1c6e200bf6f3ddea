from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.accounts.services import authenticators
from apps.core.errors import DomainError


class Command(BaseCommand):
    help = "Give a staff account an authenticator, and print once what its app needs to know."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mobile", required=True, help="The ten digits of the staff account.")
        parser.add_argument(
            "--replace", action="store_true", help="Put it in place of the present one, which then fails."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            device = authenticators.make(mobile=options["mobile"], replace=options["replace"])
        except DomainError as refusal:
            raise CommandError(refusal.message) from None
        self.stdout.write(device.config_url)
        self.stdout.write(f"To type it instead: {authenticators.key_for_typing(device)}")
