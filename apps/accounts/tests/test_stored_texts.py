"""What is stored of a message: its keys are in the message alone."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.utils import timezone

from apps.accounts import stored_texts
from apps.accounts.models import Delivery
from apps.accounts.services import messages
from apps.accounts.states import MessageChannel
from apps.core.testing.fixtures import Lines, Person
from apps.outbox.models import Message
from apps.outbox.states import Status

KEYED = "https://rally.example/support/request?key=g0a-1-2.Qx"
STOP = "http://127.0.0.1:8000/lost-number#stop=abc.def"
strike = import_module("apps.accounts.migrations.0027_strike_keys_of_links").strike_keys


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        (f"Reply here: {KEYED}\n\nRally\n", "Reply here: https://rally.example/support\n\nRally\n"),
        (f"Not you? Stop it: {STOP} now", "Not you? Stop it: http://127.0.0.1:8000/lost-number now"),
        ("https://rally.example/rooms?key=abc", "https://rally.example/rooms"),
        (
            "https://rally.example/api/calendar.ics?a=1&key=abc&b=2",
            "https://rally.example/api/calendar.ics?a=1&b=2",
        ),
        ("https://rally.example/x?key=a&b=2#part", "https://rally.example/x?b=2"),
        ("(https://rally.example/orders?order=1)", "(https://rally.example/orders?order=1)"),
        ("https://zoom.example/j/1?monkey=2", "https://zoom.example/j/1?monkey=2"),
        ("@rally.example #123, key=a without a link", "@rally.example #123, key=a without a link"),
    ],
)
def test_links_are_stored_without_their_keys(text: str, stored: str) -> None:
    assert stored_texts.strike_keys(text) == stored


@pytest.mark.django_db
@pytest.mark.parametrize("is_failing", [False, True])
def test_the_message_has_the_key_and_the_log_does_not(
    member: Person,
    sent: Lines,
    committed: Callable[[], AbstractContextManager[None]],
    is_failing: bool,
) -> None:
    params = {"ending": "12", "moment": "noon", "link": STOP}
    if is_failing:
        params = {"link": STOP}  # staff can send it again, so it keeps its link
    with committed(), transaction.atomic():
        message = messages.send(
            template="lost_number_notice",
            channels=[MessageChannel.SMS],
            to=member.user.mobile,
            params=params,
            person=member.user,
        )
    assert message is not None
    message.refresh_from_db()
    if is_failing:
        assert (message.status, message.payload["params"]["link"]) == (Status.FAILED, STOP)
        return
    (line,) = sent()
    assert line["params"]["link"] == STOP
    assert STOP in line["body"]
    assert message.payload["params"]["link"] == "http://127.0.0.1:8000/lost-number"
    text = "Your account changes to one ending in 12 from noon. Not you? Stop it: http://127.0.0.1:8000/lost-number"
    assert Delivery.objects.get().text.endswith(text)
    (listed,) = member.api.get("/api/user/messages").json()["data"]
    assert listed["text"].endswith(text)


@pytest.mark.django_db
def test_what_was_stored_before_is_struck() -> None:
    now = timezone.now()
    logged = {"template": "grievance_reply", "channel": "mail", "status": "sent", "created_at": now}
    texts = [f"Reply: {KEYED}", f"Stop it: {STOP}", "Course #1: https://rally.example/orders?order=1"]
    rows = [Delivery.objects.create(text=text, **logged) for text in texts]

    def queued(status: str, **more: Any) -> Message:
        payload = {"key": "k", "params": {"number": "GR-1", "link": KEYED}}
        return Message.objects.create(kind="message", payload=payload, status=status, **more)

    ended = queued("sent", sent_at=now), queued("dropped")
    kept = queued("given_up"), queued("waiting", due_at=now + timedelta(days=1))

    strike(apps, SimpleNamespace(connection=connection))

    for row in [*rows, *ended, *kept]:
        row.refresh_from_db()
    assert [row.text for row in rows] == [
        "Reply: https://rally.example/support",
        "Stop it: http://127.0.0.1:8000/lost-number",
        texts[2],
    ]
    struck = {"key": "k", "params": {"number": "GR-1", "link": "https://rally.example/support"}}
    assert [row.payload for row in ended] == [struck] * 2
    assert [row.payload["params"]["link"] for row in kept] == [KEYED] * 2
