from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("commerce", "0006_fill_refund_attempts")]

    operations = [
        migrations.RemoveField(
            model_name="refund",
            name="provider_refund_id",
        ),
        migrations.RemoveField(
            model_name="refund",
            name="tries",
        ),
    ]
