"""Messages that came before the column wait since they were received."""

from django.db import migrations
from django.db.models import F


def fill(apps, schema_editor):
    model = apps.get_model('support', 'ContactMessage')
    rows = model.objects.using(schema_editor.connection.alias)
    rows.update(waiting_since=F('received_at'))


class Migration(migrations.Migration):

    dependencies = [
        ('support', '0006_contacts_waiting'),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
