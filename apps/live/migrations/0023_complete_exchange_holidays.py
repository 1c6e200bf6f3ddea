"""
The days of 2026 that the first list lacked.

Compared with reprints of the exchange's list of 2026 (press of January 2026); the circular itself was not at
hand. Days that staff have entered keep their names, and what staff have changed or deleted stays so.
"""

from datetime import date
from typing import Any

from django.db import migrations

from apps.core.ids import new_id

_MISSING = {
    "2026-01-15": "Municipal Corporation Election, Maharashtra",
    "2026-02-15": "Mahashivratri",
    "2026-03-21": "Id-Ul-Fitr (Ramadan Eid)",
    "2026-11-08": "Diwali Laxmi Pujan",
}


def seed(apps: Any, _editor: Any) -> None:
    rows = apps.get_model("live", "ExchangeHoliday")
    rows.objects.bulk_create(
        [rows(id=new_id(), date=date.fromisoformat(day), name=name) for day, name in _MISSING.items()],
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):
    dependencies = [("live", "0022_previous_start")]

    operations = [migrations.RunPython(seed, migrations.RunPython.noop)]
