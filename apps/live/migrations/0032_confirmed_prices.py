from typing import Any

from django.db import migrations, models

HELP = "In paise: what somebody read once more and confirmed."

MODELS = ("webinar", "mentorship", "livetrading")


def fill(apps: Any, _schema_editor: Any) -> None:
    for name in ("Webinar", "Mentorship"):
        for event in apps.get_model("live", name).objects.filter(price_confirmed=True).iterator():
            event.confirmed_prices = [event.price_paise]
            event.save(update_fields=["confirmed_prices"])
    sessions, plans = apps.get_model("live", "ProgramSession"), apps.get_model("live", "SessionPlan")
    for program in apps.get_model("live", "LiveTrading").objects.filter(price_confirmed=True).iterator():
        of_sessions = sessions.objects.filter(program=program).values_list("base_price_paise", flat=True)
        of_plans = plans.objects.filter(program=program).values_list("discounted_price_paise", flat=True)
        program.confirmed_prices = sorted({*of_sessions, *of_plans})
        program.save(update_fields=["confirmed_prices"])


class Migration(migrations.Migration):
    """A price is confirmed as long as it is one that was confirmed; a flag stayed whatever came after it."""

    dependencies = [("live", "0031_plans_have_access_days")]

    operations = [
        *(
            migrations.AddField(
                name, "confirmed_prices", models.JSONField(null=True, editable=False, help_text=HELP)
            )
            for name in MODELS
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        # The release before still reads the column; a later one drops it.
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField(name, "price_confirmed") for name in MODELS]
        ),
    ]
