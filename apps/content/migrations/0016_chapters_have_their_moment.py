from django.db import migrations, models
from django.utils import timezone

from apps.core.publishing import PUBLIC_FROM_HELP


class Migration(migrations.Migration):
    dependencies = [("content", "0015_second_person")]

    operations = [
        migrations.AlterField(
            "academychapter",
            "published_at",
            models.DateTimeField("public from", default=timezone.now, help_text=PUBLIC_FROM_HELP),
        ),
    ]
