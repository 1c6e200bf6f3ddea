"""
The exchange holidays of 2026, and those of 2027 whose dates are fixed or computable.

Written from memory. Those of 2026 were compared later with reprints of the exchange's list, which agree;
0023 adds what was missing. Those of 2027 are not announced yet.
"""

from datetime import date
from typing import Any

from django.db import migrations

from apps.core.ids import new_id

_HOLIDAYS = {
    "2026-01-26": "Republic Day",
    "2026-03-03": "Holi",
    "2026-03-26": "Shri Ram Navami",
    "2026-03-31": "Shri Mahavir Jayanti",
    "2026-04-03": "Good Friday",
    "2026-04-14": "Dr. Baba Saheb Ambedkar Jayanti",
    "2026-05-01": "Maharashtra Day",
    "2026-05-28": "Bakri Id",
    "2026-06-26": "Muharram",
    "2026-08-15": "Independence Day",
    "2026-09-14": "Ganesh Chaturthi",
    "2026-10-02": "Mahatma Gandhi Jayanti",
    "2026-10-20": "Dussehra",
    "2026-11-10": "Diwali Balipratipada",
    "2026-11-24": "Prakash Gurpurb Sri Guru Nanak Dev",
    "2026-12-25": "Christmas",
    "2027-01-26": "Republic Day",
    "2027-03-26": "Good Friday",
    "2027-04-14": "Dr. Baba Saheb Ambedkar Jayanti",
    "2027-05-01": "Maharashtra Day",
    "2027-08-15": "Independence Day",
    "2027-10-02": "Mahatma Gandhi Jayanti",
    "2027-12-25": "Christmas",
}


def seed(apps: Any, _editor: Any) -> None:
    rows = apps.get_model("live", "ExchangeHoliday")
    rows.objects.bulk_create(
        [rows(id=new_id(), date=date.fromisoformat(day), name=name) for day, name in _HOLIDAYS.items()],
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):
    dependencies = [("live", "0017_gifts_and_holidays")]

    operations = [migrations.RunPython(seed, migrations.RunPython.noop)]
