from django.db import migrations, models

ITEMS = ("webinar", "mentorship", "programsession")
RENAMED = {
    "called_off_at": "cancelled_at",
    "called_off_reason": "cancellation_reason",
    "taken": "seats_taken",
}


def renamed(model):
    """The constraint goes first: renaming a field does not rename it in the constraints of the state."""
    name = f"{model}_seats_for_all"
    yield migrations.RemoveConstraint(model_name=model, name=name)
    for old, new in RENAMED.items():
        yield migrations.RenameField(model_name=model, old_name=old, new_name=new)
    yield migrations.AddConstraint(
        model_name=model,
        constraint=models.CheckConstraint(
            condition=models.Q(capacity__isnull=True) | models.Q(seats_taken__lte=models.F("capacity")),
            name=name,
            violation_error_message="More seats than that are already taken.",
        ),
    )


class Migration(migrations.Migration):
    dependencies = [
        ("live", "0008_fill_plan_of_a_booking"),
    ]

    operations = [
        *(operation for model in ITEMS for operation in renamed(model)),
        migrations.RemoveConstraint(model_name="reminder", name="reminded_once_of_a_start"),
        migrations.RenameField(model_name="reminder", old_name="way", new_name="channel"),
        migrations.AddConstraint(
            model_name="reminder",
            constraint=models.UniqueConstraint(
                fields=["booking", "starts_at", "lead", "channel"], name="reminded_once_of_a_start"
            ),
        ),
        migrations.RenameField(model_name="sessionseries", old_name="skipped", new_name="holidays"),
    ]
