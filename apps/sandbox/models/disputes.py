from django.db import models

from apps.sandbox import ids
from apps.sandbox.models.payments import Payment
from apps.sandbox.states import DisputeStatus


def new_dispute_id() -> str:
    return ids.new_id("disp")


class Dispute(models.Model):
    """A chargeback, or a step before one."""

    id = models.CharField(primary_key=True, max_length=20, default=new_dispute_id, editable=False)
    payment_id: str
    payment = models.ForeignKey(Payment, on_delete=models.CASCADE, related_name="disputes")
    amount_paise = models.PositiveBigIntegerField()
    deducted_paise = models.PositiveBigIntegerField(default=0)
    phase = models.CharField(max_length=20)
    reason_code = models.CharField(max_length=40)
    status = models.CharField(max_length=12, choices=DisputeStatus)
    respond_by = models.DateTimeField()
    created_at = models.DateTimeField()

    objects: models.Manager["Dispute"] = models.Manager()

    def __str__(self) -> str:
        return self.id
