import re

from django.db import migrations

_LATER_WORD = re.compile(r"(?<=[\s.'’-])[^\s.'’-]")
_BATCH = 2000


def fill(apps, schema_editor):
    """As `apps/accounts/models/name_tail.py` did when this was written."""
    tails = apps.get_model("accounts", "NameTail")
    people = apps.get_model("accounts", "User").objects.exclude(name="").order_by("pk")
    rows = []
    for pk, name in people.values_list("pk", "name").iterator(_BATCH):
        plain = " ".join(name.split())
        starts = [match.start() for match in _LATER_WORD.finditer(plain)][:8]
        rows += (tails(person_id=pk, text=text) for text in {plain[start:] for start in starts})
        if len(rows) >= _BATCH:
            tails.objects.bulk_create(rows, ignore_conflicts=True)
            rows = []
    tails.objects.bulk_create(rows, ignore_conflicts=True)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0021_name_tails")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
