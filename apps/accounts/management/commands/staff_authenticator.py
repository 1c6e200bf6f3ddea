from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandParser

from apps.accounts.services import authenticators
from apps.core.management.operations import OperationsCommand, Result


class Command(OperationsCommand):
    help = "Create an authenticator for a staff account and print its setup link and key."

    def add_own_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--mobile", required=True, help="The 10-digit mobile number of the staff account."
        )
        parser.add_argument(
            "--replace",
            action="store_true",
            help="Replace the current authenticator, which then stops working.",
        )

    def run(self, options: Mapping[str, Any]) -> Result:
        mobile, replace = options["mobile"], options["replace"]
        if options["dry_run"]:
            authenticators.check(mobile=mobile, replace=replace)
            return Result({"would_create": True}, ["An authenticator would be created."])
        device = authenticators.create(mobile=mobile, replace=replace)
        key = authenticators.setup_key(device)
        return Result({"url": device.config_url, "key": key}, [device.config_url, f"Or enter the key: {key}"])
