"""Messages from the service that decides them to the file, and the consent that marketing needs."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from apps.accounts.gateways import registry
from apps.accounts.gateways.gateway import ChannelFailed
from apps.accounts.models import Consent, MessageTemplate
from apps.accounts.services import messages
from apps.accounts.states import ConsentChannel, ConsentKind, MessageChannel, Reach
from apps.core.testing.fixtures import Lines, Person
from apps.outbox.models import Message
from apps.outbox.services import messages as outbox
from apps.outbox.services.messages import Outcome
from apps.outbox.states import Status

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent")]

type_of_committed = Callable[[], AbstractContextManager[None]]

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
SMS, WHATSAPP, MAIL = MessageChannel.SMS, MessageChannel.WHATSAPP, MessageChannel.MAIL


@pytest.fixture(autouse=True)
def template() -> MessageTemplate:
    return MessageTemplate.objects.create(
        key="begins",
        channel=SMS,
        body="{name}, your session begins at {time}.",
        variables={"name": "name", "time": "time"},
    )


def send(**more: Any) -> Message | None:
    with transaction.atomic():
        return messages.send(
            **{
                "template": "begins",
                "channels": [SMS],
                "to": "9811111111",
                "params": {"name": "Meera", "time": "6:30 PM"},
                **more,
            }
        )


def say(person: Person, *, is_given: bool, at: datetime = NOW) -> None:
    Consent.objects.create(
        person=person.user,
        kind=ConsentKind.WHATSAPP,
        is_given=is_given,
        text="Get alerts",
        text_version="1",
        at=at,
        channel=ConsentChannel.SETTINGS,
    )


def status_of(message: Message | None) -> str:
    assert message is not None
    message.refresh_from_db()
    return message.status


def test_a_message_leaves_once_what_decides_it_is_committed(
    committed: type_of_committed, sent: Lines
) -> None:
    with committed():
        message = send()
        assert sent() == []
    assert status_of(message) == Status.SENT
    (line,) = sent()
    assert {name: line[name] for name in ("channel", "to", "template", "params", "body")} == {
        "channel": "sms",
        "to": "9811111111",
        "template": "begins",
        "params": {"name": "Meera", "time": "6:30 PM"},
        "body": "Meera, your session begins at 6:30 PM.",
    }


def test_a_message_waits_for_its_moment_and_knows_its_end(committed: type_of_committed) -> None:
    due_at, expires_at = NOW + timedelta(days=900), NOW + timedelta(days=901)
    with committed():
        message = send(due_at=due_at, expires_at=expires_at)
    assert message is not None
    assert status_of(message) == Status.WAITING
    assert (message.due_at, message.expires_at) == (due_at, expires_at)
    assert outbox.deliver(message_id=message.pk, now=due_at) is Outcome.SENT


def test_the_first_channel_with_a_text_takes_it(committed: type_of_committed, sent: Lines) -> None:
    with committed():
        send(channels=[WHATSAPP, SMS])
    assert [line["channel"] for line in sent()] == ["sms"]


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"template": "unknown"}, "SMS No text unknown for SMS"),
        ({"params": {"name": "Meera"}}, "SMS Begins by SMS takes name and time and was given name"),
        (
            {"params": {"name": "Meera", "time": "18:30"}},
            "SMS Begins by SMS has a value for time that is no time",
        ),
        ({"to": "12345"}, "SMS there is no such address"),
    ],
)
def test_what_can_never_be_sent_is_given_up_at_the_first_try(
    committed: type_of_committed,
    sent: Lines,
    changes: dict[str, Any],
    error: str,
) -> None:
    with committed():
        message = send(**changes)
    assert status_of(message) == Status.FAILED
    assert message is not None
    assert (message.attempts, message.last_error) == (1, error)
    assert sent() == []


def test_a_provider_that_is_away_leaves_the_pause_to_the_outbox(
    committed: type_of_committed, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.outbox.retry_delays.JITTER", 0)
    settings.OUTBOX_FILE = tmp_path
    message = send(due_at=NOW + timedelta(days=900))
    assert message is not None
    for pause in (timedelta(seconds=30), timedelta(minutes=2)):
        moment = message.due_at
        assert outbox.deliver(message_id=message.pk, now=moment) is Outcome.DEFERRED
        message.refresh_from_db()
        assert message.due_at == moment + pause


# --- by which ways ---


@pytest.fixture
def urgent(template: MessageTemplate, monkeypatch: pytest.MonkeyPatch) -> MessageTemplate:
    """A message that goes to the phone and by email."""
    monkeypatch.setattr("apps.accounts.message_texts._reaches", {template.key: Reach.PHONE_AND_EMAIL})
    by_mail = {
        "key": template.key,
        "channel": MAIL,
        "subject": "Your session",
        "body": "It begins at {time}.",
    }
    return MessageTemplate.objects.create(**by_mail, variables={"time": "time"})


def send_to(person: Person) -> list[Message]:
    params = {"name": "Meera", "time": "6:30 PM"}
    return messages.send_to_person(person=person.user, template="begins", params=params)


def channels(lines: list[dict[str, Any]]) -> list[str]:
    return sorted(line["channel"] for line in lines)


def test_what_is_urgent_goes_to_the_phone_and_by_email(
    committed: type_of_committed, sent: Lines, urgent: MessageTemplate, member: Person
) -> None:
    with committed():
        send_to(member)
    assert channels(sent()) == ["mail", "sms"]


def test_without_an_email_it_goes_to_the_phone(
    committed: type_of_committed, sent: Lines, urgent: MessageTemplate, member: Person
) -> None:
    member.user.email = ""
    with committed():
        send_to(member)
    assert channels(sent()) == ["sms"]


def test_what_is_not_urgent_goes_by_email_if_there_is_one(
    committed: type_of_committed,
    sent: Lines,
    urgent: MessageTemplate,
    member: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("apps.accounts.message_texts._reaches", {})
    with committed():
        send_to(member)
    assert channels(sent()) == ["mail"]


def test_an_email_that_fails_neither_holds_up_nor_repeats_the_one_to_the_phone(
    committed: type_of_committed,
    sent: Lines,
    urgent: MessageTemplate,
    member: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for_channel = registry.for_channel

    def without_mail(channel: MessageChannel) -> Any:
        if channel is MAIL:
            raise ChannelFailed("away")
        return for_channel(channel)

    with monkeypatch.context() as patch, committed():
        patch.setattr(registry, "for_channel", without_mail)
        by_phone, by_mail = send_to(member)
    assert (status_of(by_phone), status_of(by_mail)) == (Status.SENT, Status.WAITING)
    outbox.sweep(now=by_mail.due_at)
    assert status_of(by_mail) == Status.SENT
    assert channels(sent()) == ["mail", "sms"]


# --- marketing ---


@pytest.fixture
def offer(template: MessageTemplate) -> MessageTemplate:
    template.is_marketing = True
    template.save()
    return template


def test_marketing_goes_to_who_agreed(
    committed: type_of_committed,
    sent: Lines,
    offer: MessageTemplate,
    member: Person,
) -> None:
    say(member, is_given=False, at=NOW - timedelta(days=1))
    say(member, is_given=True)
    with committed():
        message = send(person=member.user)
    assert status_of(message) == Status.SENT
    assert len(sent()) == 1


def test_marketing_is_not_written_for_who_did_not_agree(
    committed: type_of_committed, offer: MessageTemplate, member: Person, other_member: Person
) -> None:
    say(other_member, is_given=True)
    with committed():
        assert send(person=member.user) is None
        assert send(person=None) is None
    assert Message.objects.count() == 0


def test_a_withdrawal_counts_until_the_moment_of_sending(
    committed: type_of_committed,
    sent: Lines,
    offer: MessageTemplate,
    member: Person,
) -> None:
    say(member, is_given=True)
    with committed():
        message = send(person=member.user)
        say(member, is_given=False, at=NOW + timedelta(seconds=1))
    assert status_of(message) == Status.DROPPED
    assert message is not None
    assert message.last_error == "The consent was withdrawn"
    assert sent() == []


def test_a_text_that_became_marketing_meanwhile_needs_the_consent_too(
    committed: type_of_committed, template: MessageTemplate, member: Person
) -> None:
    with committed():
        message = send(person=member.user)
        template.is_marketing = True
        template.save()
    assert status_of(message) == Status.DROPPED


def test_what_is_no_marketing_asks_for_no_consent(committed: type_of_committed, member: Person) -> None:
    say(member, is_given=False)
    with committed():
        message = send(person=member.user)
    assert status_of(message) == Status.SENT


@pytest.mark.django_db(transaction=True)
def test_outside_of_a_transaction_nothing_is_written() -> None:
    with pytest.raises(outbox.OutsideTransaction):
        messages.send(template="begins", channels=[SMS], to="9811111111", params={})
    assert Message.objects.count() == 0


# --- what is left of a person ---


def test_an_erased_person_is_in_no_message(member: Person, other_member: Person) -> None:
    with transaction.atomic():
        for person in (member.user, other_member.user):
            messages.send(
                template="otp",
                channels=[MessageChannel.SMS],
                to=person.mobile,
                params={"otp": "123456", "site": "www.example.in"},
                person=person,
                due_at=NOW + timedelta(days=1),
            )
    Message.objects.create(
        kind=messages.KIND,
        status="sent",
        sent_at=NOW,
        payload={"template": "otp", "to": member.user.mobile, "person_id": str(member.user.pk)},
    )
    messages.erase(member.user, NOW)
    left = [(row.status, row.payload.get("to")) for row in Message.objects.order_by("status")]
    assert left == [("sent", None), ("waiting", other_member.user.mobile)]
