from django.db import migrations, models


def fill(apps, schema_editor):
    """By the rule of the session picker: an order's seats were held together, at one moment."""
    Booking = apps.get_model("live", "Booking")
    SessionPlan = apps.get_model("live", "SessionPlan")
    for program_id in SessionPlan.objects.order_by().values_list("program", flat=True).distinct():
        plans = list(SessionPlan.objects.filter(program=program_id).order_by("-num_of_sessions", "pk"))
        paid = Booking.objects.filter(session__program=program_id, bought_by__isnull=False)
        orders = paid.order_by().values_list("person", "made_at").annotate(count=models.Count("pk"))
        for person_id, made_at, count in list(orders):
            plan = _picked(plans, count)
            if plan is not None:
                paid.filter(person=person_id, made_at=made_at).update(plan=plan)


def _picked(plans, count):
    if count == 1:
        return plans[-1]
    return next((plan for plan in plans if plan.num_of_sessions <= count), None)


class Migration(migrations.Migration):
    dependencies = [
        ("live", "0007_plan_of_a_booking"),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
