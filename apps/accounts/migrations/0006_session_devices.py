import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_entitlement_by_end")]

    operations = [
        migrations.AlterField(
            model_name="loginsession",
            name="session_key",
            field=models.CharField(
                max_length=64, primary_key=True, serialize=False, verbose_name="digest of the key"
            ),
        ),
        migrations.AlterField(
            model_name="loginsession",
            name="person",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="loginsession",
            name="device_id",
            field=models.UUIDField(
                editable=False, help_text="What its owner's list calls it by.", null=True, unique=True
            ),
        ),
        migrations.AddField(
            model_name="loginsession",
            name="device",
            field=models.CharField(blank=True, db_default="", default="", max_length=60),
        ),
        migrations.AddField(
            model_name="loginsession", name="started_at", field=models.DateTimeField(null=True)
        ),
        migrations.AddField(
            model_name="loginsession",
            name="seen_at",
            field=models.DateTimeField(
                help_text="Noted now and then, not with each request.", null=True
            ),
        ),
    ]
