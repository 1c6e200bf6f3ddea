from django.db import migrations, models


class Migration(migrations.Migration):
    """Sites without the row need a second person from now on; who has chosen keeps what was chosen."""

    dependencies = [("content", "0019_mentor_in_words")]

    operations = [
        migrations.AddField(
            "secondpersonsettings",
            "reason",
            models.CharField(
                "why not",
                max_length=200,
                blank=True,
                db_default="",
                help_text="Needed if one of these is not ticked, such as 'Nobody else works here yet'. The audit "
                "trail keeps it.",
            ),
        ),
        migrations.AlterField(
            "secondpersonsettings",
            "for_pages",
            models.BooleanField(
                "legal and information pages",
                default=True,
                help_text="A new text waits until another person approves it.",
            ),
        ),
        migrations.AlterField(
            "secondpersonsettings",
            "for_prices",
            models.BooleanField(
                "prices",
                default=True,
                help_text="A new price of what is published waits until another person approves it.",
            ),
        ),
    ]
