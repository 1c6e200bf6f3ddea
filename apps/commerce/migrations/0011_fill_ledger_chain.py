from datetime import UTC
from hashlib import sha256
from itertools import groupby

from django.db import migrations

AT_ONCE = 500


def fill(apps, schema_editor):
    """Chain what is there, order by order; a run that was cut short goes on where it ended."""
    entries = apps.get_model("commerce", "LedgerEntry").objects.using(schema_editor.connection.alias)
    while True:
        waiting = entries.filter(position__isnull=True).order_by("order_id").values_list("order_id", flat=True)
        orders = list(waiting.distinct()[:AT_ONCE])
        if not orders:
            return
        rows = list(entries.filter(order_id__in=orders).order_by("order_id", "position", "at", "id"))
        for _, journal in groupby(rows, key=lambda row: row.order_id):
            _chain(list(journal))
        entries.bulk_update(rows, ["position", "digest"], batch_size=AT_ONCE)


def _chain(rows):
    """What this release wrote while the migration ran stays in front; the rest follows it in time."""
    chained = [row for row in rows if row.position is not None]
    digest = chained[-1].digest if chained else ""
    waiting = [row for row in rows if row.position is None]
    for position, row in enumerate(waiting, start=len(chained)):
        at = row.at.astimezone(UTC).isoformat()
        parts = (digest, row.order_id, position, row.cause, at, row.account, row.paise)
        digest = sha256("\n".join(str(part) for part in parts).encode()).hexdigest()
        row.position, row.digest = position, digest


class Migration(migrations.Migration):
    # Each batch commits, so that a site with many orders goes on selling meanwhile.
    atomic = False

    dependencies = [("commerce", "0010_ledger_chain")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
