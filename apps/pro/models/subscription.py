from typing import ClassVar

from django.conf import settings
from django.db import models

from apps.core.ids import new_id
from apps.pro.models.section import Plan


class Subscription(models.Model):
    """A plan that somebody bought. Its validity is stored in the entitlement with the same order line."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    plan = models.ForeignKey(
        Plan,
        models.PROTECT,
        null=True,
        related_name="+",
        help_text="Empty if the plan was removed before the payment arrived.",
    )
    plan_name = models.CharField(max_length=60)
    days = models.PositiveIntegerField()
    order_id = models.UUIDField()
    line_id = models.UUIDField(unique=True, help_text="The order line that it was bought with.")
    bought_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    objects = models.Manager["Subscription"]()

    class Meta:
        ordering = ("-bought_at", "-id")
        indexes: ClassVar = [
            models.Index(fields=["person", "-bought_at", "-id"], name="subscription_of_person"),
            models.Index(fields=["-bought_at", "-id"], name="subscription_newest"),
        ]

    def __str__(self) -> str:
        return self.plan_name
