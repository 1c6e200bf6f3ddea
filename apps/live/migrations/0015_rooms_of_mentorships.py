"""
Rooms, recordings and the free text of a mentorship are not used any more: its meetings have them.

The columns stay, with defaults in the database, for code that runs until it is replaced, and so that this can
be reversed without a loss. A later release drops them.
"""

from django.db import migrations, models

import apps.core.model_fields


class Migration(migrations.Migration):
    dependencies = [
        ("live", "0014_fill_meetings"),
    ]

    operations = [
        migrations.AlterField(
            model_name="mentorship",
            name="join_url",
            field=models.URLField(blank=True, db_default="", verbose_name="join link"),
        ),
        migrations.AlterField(
            model_name="mentorship",
            name="recording_url",
            field=models.URLField(blank=True, db_default="", verbose_name="recording link"),
        ),
        migrations.AlterField(
            model_name="mentorship",
            name="schedule",
            field=apps.core.model_fields.LinesField(
                db_default=models.Value([], output_field=models.JSONField()),
                validators=[apps.core.model_fields.validate_strings],
            ),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveField(model_name="mentorship", name=name)
                for name in ("join_url", "recording_url", "market_data_date", "schedule")
            ],
        ),
    ]
