"""
Put the digest of each session's key in place of the key, so that nobody is logged out.

Cached copies are named by the key as well and are dropped; the next request reads the table.

In Python, since SQLite cannot hash. Only keys as they are given out are replaced, so that a run which
was cut short can be repeated.
"""

import hashlib
from uuid import UUID

from django.core.cache import cache
from django.db import migrations

_LENGTH_OF_A_KEY = 32
_BATCH = 500


def hash_keys(apps, schema_editor):
    rows = apps.get_model("accounts", "LoginSession").objects.using(schema_editor.connection.alias)
    keys = [key for key in rows.values_list("pk", flat=True) if len(key) == _LENGTH_OF_A_KEY]
    for start in range(0, len(keys), _BATCH):
        batch = list(rows.filter(pk__in=keys[start : start + _BATCH]))
        rows.filter(pk__in=[row.pk for row in batch]).delete()
        for row in batch:
            row.device_id = UUID(bytes=hashlib.sha256(b"device:" + row.pk.encode()).digest()[:16])
            row.pk = hashlib.sha256(row.pk.encode()).hexdigest()
        rows.bulk_create(batch)
        cache.delete_many([f"session:{key}" for key in keys[start : start + _BATCH]])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_session_devices")]

    # The keys cannot be had back; before it, sessions of today are unknown and their owners log in again.
    operations = [migrations.RunPython(hash_keys, migrations.RunPython.noop)]
