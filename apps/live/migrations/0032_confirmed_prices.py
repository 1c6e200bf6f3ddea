from typing import Any

from django.db import migrations, models

HELP = "In paise: what somebody read once more and confirmed."

MODELS = ("webinar", "mentorship", "livetrading")


def fill(apps: Any, _schema_editor: Any) -> None:
    for name in ("Webinar", "Mentorship"):
        events = apps.get_model("live", name).objects
        for key, paise in events.filter(price_confirmed=True).values_list("pk", "price_paise").iterator():
            events.filter(pk=key).update(confirmed_prices=[paise])
    sessions, plans = apps.get_model("live", "ProgramSession"), apps.get_model("live", "SessionPlan")
    programs = apps.get_model("live", "LiveTrading").objects
    for program in programs.filter(price_confirmed=True).values_list("pk", flat=True).iterator():
        of_sessions = sessions.objects.filter(program=program).values_list("base_price_paise", flat=True)
        of_plans = plans.objects.filter(program=program).values_list("discounted_price_paise", flat=True)
        programs.filter(pk=program).update(confirmed_prices=sorted({*of_sessions, *of_plans}))


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
