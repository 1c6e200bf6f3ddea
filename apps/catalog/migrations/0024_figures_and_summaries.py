from django.db import migrations, models

from apps.core.covers import figures


class Migration(migrations.Migration):
    dependencies = [("catalog", "0023_struck_price_last_day")]

    operations = [
        migrations.AddField(
            model_name="course",
            name="figure",
            field=models.CharField(
                max_length=20,
                blank=True,
                db_default="",
                choices=figures.CHOICES,
                help_text="The cover while there is no image. Without a figure it is a random chart.",
            ),
        ),
        migrations.AddField(
            model_name="course",
            name="figure_numbers",
            field=models.CharField(
                "numbers of the figure",
                max_length=40,
                blank=True,
                db_default="",
                help_text="Whole numbers in the order that the figure names, such as '500, 12'.",
            ),
        ),
        # Not AddField: on SQLite it makes the table anew, and the triggers on other tables that read it
        # do not survive that.
        migrations.RunSQL(
            "ALTER TABLE catalog_topic ADD COLUMN summary varchar(160) DEFAULT '' NOT NULL",
            "ALTER TABLE catalog_topic DROP COLUMN summary",
            state_operations=[
                migrations.AddField(
                    model_name="topic",
                    name="summary",
                    field=models.CharField(
                        max_length=160,
                        blank=True,
                        db_default="",
                        help_text="One sentence on the course's page: what one knows or can do afterwards.",
                    ),
                )
            ],
        ),
    ]
