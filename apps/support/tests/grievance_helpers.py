"""Grievances as they are submitted, and as rows."""

from datetime import UTC, datetime
from typing import Any

from apps.core.testing.clients import ApiClient
from apps.outbox.models import Message
from apps.support.models import Ticket

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
GRIEVANCE = {
    "name": "Asha Verma",
    "mobile": "9876543210",
    "email": "asha@example.in",
    "subject": "Charged twice",
    "message": "I was charged twice for one course.",
}
CONTACT = {name: value for name, value in GRIEVANCE.items() if name != "mobile"}


def submit(api: ApiClient, **changes: Any) -> Any:
    return api.post("/api/grievance", {**GRIEVANCE, **changes})


def create_ticket(**changes: Any) -> Ticket:
    assert submit(ApiClient(), **changes).status_code == 201
    return Ticket.objects.latest("received_at", "pk")


def messages() -> list[tuple[str, str, Any]]:
    return [
        (row.payload["template"], row.payload["to"], row.payload["params"])
        for row in Message.objects.filter(kind="message").order_by("pk")
    ]
