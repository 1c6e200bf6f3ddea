from django.db import migrations

BATCH = 1000


def fill_attempts(apps, schema_editor):
    """Each refund so far was one attempt, under the key of its last try; those of the provider had none."""
    refund_model = apps.get_model("commerce", "Refund")
    attempt_model = apps.get_model("commerce", "RefundAttempt")
    rows = refund_model.objects.filter(payment__isnull=False).order_by("requested_at", "pk").iterator(BATCH)
    batch = []
    for refund in rows:
        batch.append(attempt_of(attempt_model, refund))
        if len(batch) == BATCH:
            attempt_model.objects.bulk_create(batch)
            batch = []
    attempt_model.objects.bulk_create(batch)


def attempt_of(attempt_model, refund):
    is_ours = refund.cause != "provider"
    provider_refund_id = refund.provider_refund_id
    if refund.status == "processed" and provider_refund_id is None:
        provider_refund_id = f"unknown-{refund.pk.hex}"
    # The ledger has what was paid back under this id.
    return attempt_model(
        id=refund.pk,
        payment_id=refund.payment_id,
        refund=refund if is_ours else None,
        key=f"{refund.pk.hex}-{refund.tries}" if is_ours else None,
        amount_paise=refund.amount_paise,
        status=refund.status,
        provider_refund_id=provider_refund_id,
        made_at=refund.requested_at,
        sent_at=refund.requested_at,
        check_at=refund.requested_at,
        processed_at=refund.processed_at,
    )


class Migration(migrations.Migration):
    dependencies = [("commerce", "0005_refund_attempts")]

    operations = [migrations.RunPython(fill_attempts, migrations.RunPython.noop)]
