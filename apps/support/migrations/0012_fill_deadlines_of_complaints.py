"""Entries that came before the column are due 21 days after they were received."""

from datetime import timedelta

from django.db import migrations

_DAYS = timedelta(days=21)


def fill(apps, schema_editor):
    model = apps.get_model('support', 'Complaint')
    rows = model.objects.using(schema_editor.connection.alias).filter(due_date__isnull=True)
    received = rows.order_by().values_list('received_date', flat=True).distinct()
    for day in list(received):
        rows.filter(received_date=day).update(due_date=day + _DAYS)


class Migration(migrations.Migration):

    dependencies = [
        ('support', '0011_complaints_have_a_deadline'),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
