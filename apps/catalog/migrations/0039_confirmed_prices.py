from typing import Any

from django.db import migrations, models

HELP = "In paise: what somebody read once more and confirmed."


def fill(apps: Any, _schema_editor: Any) -> None:
    courses = apps.get_model("catalog", "Course").objects
    for key, paise in courses.filter(price_confirmed=True).values_list("pk", "offer_price_paise").iterator():
        courses.filter(pk=key).update(confirmed_prices=[paise])


class Migration(migrations.Migration):
    """A price is confirmed as long as it is the one that was confirmed; a flag stayed whatever came after it."""

    dependencies = [("catalog", "0038_mentor_and_archive_in_words")]

    operations = [
        migrations.AddField(
            "course", "confirmed_prices", models.JSONField(null=True, editable=False, help_text=HELP)
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        # The release before still reads the column; a later one drops it.
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField("course", "price_confirmed")]
        ),
    ]
