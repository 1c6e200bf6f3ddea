from typing import Any

from django.conf import settings
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def fill(apps: Any, _: Any) -> None:
    """Lines of accounts that were erased before are used up as well."""
    line, order = apps.get_model("commerce", "OrderLine"), apps.get_model("commerce", "Order")
    kept = line.objects.filter(
        order__paid_at__isnull=False, refund__isnull=True, order__person__erased_at__isnull=False
    )
    own = order.objects.filter(lines=OuterRef("pk")).order_by()
    kept.update(used_up_at=Subquery(own.values("person__erased_at")[:1]))


class Migration(migrations.Migration):
    dependencies = [
        ("commerce", "0027_refund_causes"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="orderline",
            name="used_up_at",
            field=models.DateTimeField(
                help_text="When its buyer erased the account, and what it opened ended without a refund.",
                null=True,
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
