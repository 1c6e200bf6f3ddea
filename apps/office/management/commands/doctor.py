from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from apps.core.management.operations import OperationsCommand, Result
from apps.office.selectors import health
from apps.office.selectors.health import Verdict

_MARKS = {
    Verdict.OK: "ok     ",
    Verdict.UNKNOWN: "unknown",
    Verdict.MISSING: "missing",
    Verdict.WRONG: "WRONG  ",
}


class Command(OperationsCommand):
    help = (
        "Check settings, services, queues, books, storage, certificates and what must be done before the "
        "site opens; say what is wrong and what to do."
    )
    changes_data = False
    # It should report what is wrong with the settings, not stop at it.
    requires_system_checks = ()

    def add_own_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--verify-books",
            action="store_true",
            help="compare all our books now, which takes about a minute for 100,000 orders",
        )

    def run(self, options: Mapping[str, Any]) -> Result:
        findings = []
        for finding in health.examine(at=timezone.now(), verify_books=options["verify_books"]):
            findings.append(finding)
            if not options["json"]:
                # Printed one by one: if a later check fails, these are on screen.
                first = f"{_MARKS[finding.verdict]}  {finding.name}: {finding.text}"
                has_remedy = finding.verdict in (Verdict.MISSING, Verdict.WRONG) and finding.remedy
                self.stdout.write("\n".join([first, f"         {finding.remedy}"] if has_remedy else [first]))
        wrong = [finding for finding in findings if finding.verdict == Verdict.WRONG]
        return Result(
            {"wrong": len(wrong), "findings": [asdict(finding) for finding in findings]},
            [],
            problem=f"{len(wrong)} things are wrong." if wrong else "",
        )
