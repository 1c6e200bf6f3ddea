"""
The exchange holidays of 2026, and those of 2027 whose dates are fixed or computable.

Those of 2026 were compared with reprints of the exchange's list (press of January 2026); the circular itself
was not at hand. Those of 2027 are not announced yet. From then on they are rows that staff edit.
"""

from datetime import date
from typing import Any

from apps.core.ids import new_id

HOLIDAYS = {
    "2026-01-15": "Municipal Corporation Election, Maharashtra",
    "2026-01-26": "Republic Day",
    "2026-02-15": "Mahashivratri",
    "2026-03-03": "Holi",
    "2026-03-21": "Id-Ul-Fitr (Ramadan Eid)",
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
    "2026-11-08": "Diwali Laxmi Pujan",
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


def seed(apps: Any, schema_editor: Any) -> None:
    rows = apps.get_model("live", "ExchangeHoliday").objects.using(schema_editor.connection.alias)
    rows.bulk_create(
        rows.model(id=new_id(), date=date.fromisoformat(day), name=name) for day, name in HOLIDAYS.items()
    )
