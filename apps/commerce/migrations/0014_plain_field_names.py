from django.db import migrations, models
from django.db.models import Q

RENAMED = (
    ("cart", "made_at", "created_at"),
    ("order", "looks", "poll_count"),
    ("order", "look_at", "next_poll_at"),
    ("refund", "asked_by", "requested_by"),
    ("refundattempt", "made_at", "created_at"),
    ("refundattempt", "check_at", "next_poll_at"),
    ("refundattempt", "checks", "poll_count"),
    ("refundattempt", "key", "idempotency_key"),
    ("gatewayevent", "tries", "retry_count"),
)
OPEN_REFUND = Q(status__in=("requested", "pending"))


class Migration(migrations.Migration):
    dependencies = [("commerce", "0013_poll_disputes")]

    operations = [
        # A database renames the columns inside its indexes and checks by itself: only the state follows.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveIndex("cart", "cart_by_making"),
                migrations.RemoveIndex("order", "order_to_look_at"),
                migrations.RemoveIndex("refundattempt", "refund_attempt_due"),
                migrations.RemoveConstraint("refundattempt", "refund_attempt_is_ours_or_theirs"),
            ]
        ),
        *[migrations.RenameField(model, old, new) for model, old, new in RENAMED],
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterModelOptions("cart", {"ordering": ("-created_at", "-id")}),
                migrations.AlterModelOptions("refundattempt", {"ordering": ("created_at", "id")}),
                migrations.AddIndex(
                    "cart", models.Index(fields=["-created_at", "-id"], name="cart_by_making")
                ),
                migrations.AddIndex(
                    "order",
                    models.Index(
                        fields=["next_poll_at"],
                        name="order_to_look_at",
                        condition=Q(next_poll_at__isnull=False),
                    ),
                ),
                migrations.AddIndex(
                    "refundattempt",
                    models.Index(fields=["next_poll_at"], name="refund_attempt_due", condition=OPEN_REFUND),
                ),
                migrations.AddConstraint(
                    "refundattempt",
                    models.CheckConstraint(
                        condition=Q(refund__isnull=False, idempotency_key__isnull=False)
                        | Q(
                            refund__isnull=True,
                            idempotency_key__isnull=True,
                            provider_refund_id__isnull=False,
                        ),
                        name="refund_attempt_is_ours_or_theirs",
                    ),
                ),
            ]
        ),
    ]
