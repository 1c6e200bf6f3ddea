"""
Grants and seats that staff gave before each of them had an entry in the audit trail get one.

`verify_books` reports those that the trail does not know. Whoever gave them is not always known any more:
then the entry has the person who was given it.
"""

from django.db import migrations
from django.utils import timezone

from apps.core.ids import new_id

_BATCH_SIZE = 1000


def record(apps, schema_editor):
    entry = apps.get_model("audit", "AuditEntry")
    for label, rows in (
        ("accounts.entitlement", apps.get_model("accounts", "Entitlement").objects.filter(source="staff")),
        ("live.booking", apps.get_model("live", "Booking").objects.filter(booked_by="gift")),
    ):
        known = set(
            entry.objects.filter(object_type=label, kind__in=("added", "changed")).values_list(
                "object_id", flat=True
            )
        )
        entry.objects.bulk_create(
            (
                entry(
                    id=new_id(),
                    at=timezone.now(),
                    person_id=getattr(row, "given_by_id", None) or row.person_id,
                    kind="action",
                    object_type=label,
                    object_id=str(row.pk),
                    subject_id=row.person_id,
                    note="Given before each grant had an entry",
                )
                for row in rows.order_by("pk").iterator(_BATCH_SIZE)
                if str(row.pk) not in known
            ),
            batch_size=_BATCH_SIZE,
        )


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0023_entitlement_by_time"),
        ("audit", "0002_append_only"),
        ("live", "0027_language_and_category"),
    ]

    operations = [migrations.RunPython(record, migrations.RunPython.noop)]
