from django.db import migrations
from django.db.models import Count


def count(apps, schema_editor):
    """Each person's uses of each coupon, also of those that had no limit for one person."""
    use_model, tally_model = apps.get_model("commerce", "CouponUse"), apps.get_model("commerce", "CouponTally")
    tally_model.objects.update(uses=0)
    live = use_model.objects.filter(released_at__isnull=True).order_by()
    counted = live.values_list("coupon", "order__person").annotate(uses=Count("pk"))
    tally_model.objects.bulk_create(
        [
            tally_model(coupon_id=coupon, person_id=person, uses=uses)
            for coupon, person, uses in counted.iterator(1000)
        ],
        batch_size=1000,
        update_conflicts=True,
        unique_fields=["coupon", "person"],
        update_fields=["uses"],
    )


class Migration(migrations.Migration):
    dependencies = [("commerce", "0011_fill_ledger_chain")]

    operations = [migrations.RunPython(count, migrations.RunPython.noop)]
