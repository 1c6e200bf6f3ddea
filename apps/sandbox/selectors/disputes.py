from django.db.models import QuerySet

from apps.sandbox.models import Dispute


def newest_first() -> "QuerySet[Dispute]":
    return Dispute.objects.select_related("payment").order_by("-created_at", "-pk")
