from collections.abc import Mapping, Sequence
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from apps.accounts import personal_data
from apps.accounts.personal_data import ClosingRefund
from apps.accounts.services import erasure
from apps.core.formatting import exact_price
from apps.core.management.operations import OperationsCommand, Result


class Command(OperationsCommand):
    help = "Delete an account at its owner's request. This cannot be undone."

    def add_own_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mobile", required=True, help="The 10-digit mobile number of the account.")

    def run(self, options: Mapping[str, Any]) -> Result:
        mobile, ending = options["mobile"], options["mobile"][-2:]
        if options["dry_run"]:
            person = erasure.check_request(mobile=mobile)
            names = personal_data.section_names()
            refunds = personal_data.planned_refunds(person=person, at=timezone.now())
            line = f"Would erase: the account of the number ending in {ending} ({', '.join(names)})"
            return _result([line], refunds, number_ending=ending, sections=names)
        refunds = erasure.erase_on_request(mobile=mobile, at=timezone.now())
        line = f"Erased: the account of the number ending in {ending}"
        return _result([line], refunds, number_ending=ending)


def _result(lines: list[str], refunds: Sequence[ClosingRefund], **facts: Any) -> Result:
    """Unused purchases are refunded, each on a line of its own."""
    lines += [f"Refund of {exact_price(refund.amount_paise)}: {refund.title}" for refund in refunds]
    return Result({**facts, "refunded_paise": sum(refund.amount_paise for refund in refunds)}, lines)
