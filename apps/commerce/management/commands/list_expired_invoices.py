from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from apps.commerce.models import Invoice
from apps.core import indian_time, retention
from apps.core.management.operations import OperationsCommand, Result


class Command(OperationsCommand):
    help = "List how many invoices of each financial year need not be kept any longer. It deletes none."
    changes_data = False

    def run(self, options: Mapping[str, Any]) -> Result:
        today, due = indian_time.day_of(timezone.now()), Counter[tuple[str, str]]()
        for issued_at in Invoice.objects.values_list("issued_at", flat=True).iterator():
            until = retention.invoices_kept_until(indian_time.day_of(issued_at))
            if until < today:
                due[indian_time.financial_year(issued_at), until.isoformat()] += 1
        rows = [{"year": year, "keptUntil": until, "count": due[year, until]} for year, until in sorted(due)]
        text = [
            f"{row['count']} of the year {row['year']} had to be kept until {row['keptUntil']}."
            for row in rows
        ]
        return Result({"invoices": rows}, text or ["All invoices must still be kept."])
