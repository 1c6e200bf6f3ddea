"""What is stored of a message: its keys are in the message alone."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.db import transaction

from apps.accounts import stored_texts
from apps.accounts.models import Delivery
from apps.accounts.services import messages
from apps.accounts.states import MessageChannel
from apps.core.testing.fixtures import Lines, Person
from apps.outbox.states import Status

KEYED = "https://rally.example/support/request?key=g0a-1-2.Qx"
STOP = "http://127.0.0.1:8000/lost-number#stop=abc.def"


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
