from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from apps.accounts import personal_data
from apps.accounts.services import erasure
from apps.core.management.operations import OperationsCommand, Result


class Command(OperationsCommand):
    help = "Delete an account at its owner's request. This cannot be undone."

    def add_own_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mobile", required=True, help="The 10-digit mobile number of the account.")

    def run(self, options: Mapping[str, Any]) -> Result:
        mobile, ending = options["mobile"], options["mobile"][-2:]
        if options["dry_run"]:
            erasure.check_request(mobile=mobile)
            names = personal_data.section_names()
            line = f"Would erase: the account of the number ending in {ending} ({', '.join(names)})"
            return Result({"number_ending": ending, "sections": names}, [line])
        erasure.erase_on_request(mobile=mobile, at=timezone.now())
        return Result({"number_ending": ending}, [f"Erased: the account of the number ending in {ending}"])
