"""Email addresses count once their link is opened: what is sent before, by which way, and how often."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from apps.accounts.models import User
from apps.accounts.services import email_confirmations, messages, profiles
from apps.accounts.services.profiles import Details
from apps.accounts.tests.conftest import Phone
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = pytest.mark.django_db

DETAILS = "/api/user/details"
CONFIRM = "/api/user/email/confirm"
RESEND = "/api/user/email/confirmation"
NEW = "new@example.in"


@pytest.fixture
def asha(phone: Phone, api: ApiClient, clock: Any) -> Person:
    """Somebody without an address, who has just logged in."""
    phone.log_in(api)
    return Person(user=User.objects.get(), api=api)


def type_email(phone: Phone, asha: Person, email: str = NEW) -> Any:
    with phone.committed():
        return asha.api.put(DETAILS, {"email": email})


def token_in(phone: Phone, email: str = NEW) -> str:
    link = phone.messages(email)[-1]["params"]["link"]
    path, _, token = link.partition("#")
    assert path == f"{settings.SITE_URL}/confirm-email"
    return str(token)


def sent(phone: Phone, email: str) -> list[str]:
    return [line["template"] for line in phone.messages(email)]


def send_receipt(person: User, phone: Phone) -> None:
    """It goes by email, or to the phone without one."""
    params = {
        "number": "RL-7",
        "amount": "₹1.00",
        "link": f"{settings.SITE_URL}/orders",
        "title": "Gap and range",
        "short_title": "Gap and range",
    }
    with phone.committed():
        messages.send_to_person(person=User.objects.get(pk=person.pk), template="receipt", params=params)


def test_an_address_is_confirmed_by_its_link_alone(asha: Person, phone: Phone) -> None:
    answer = type_email(phone, asha)
    assert answer.status_code == 200
    assert (answer.json()["data"]["email"], answer.json()["data"]["emailConfirmed"]) == (NEW, False)
    assert sent(phone, NEW) == ["email_confirmation"]

    confirmed = ApiClient().post(CONFIRM, {"token": token_in(phone)})

    assert_matches_schema(confirmed.json(), path="user/email/confirm", method="post")
    assert confirmed.json() == {"message": "Your email address is confirmed."}
    body = asha.api.get("/api/user").json()
    assert_matches_schema(body, path="user")
    assert (body["data"]["email"], body["data"]["emailConfirmed"]) == (NEW, True)
    # Mail programs and people press twice.
    assert ApiClient().post(CONFIRM, {"token": token_in(phone)}).status_code == 200


def test_sixty_changes_send_five_links_and_nothing_else(asha: Person, phone: Phone) -> None:
    emails = [f"stranger{number}@example.in" for number in range(60)]
    statuses = Counter(type_email(phone, asha, email).status_code for email in emails)

    assert statuses == {200: 5, 429: 55}
    assert [sent(phone, email) for email in emails] == [["email_confirmation"]] * 5 + [[]] * 55
    refused = type_email(phone, asha)
    assert (refused.json()["code"], int(refused["Retry-After"])) == ("email_too_many", 86400)
    assert User.objects.get().email == emails[4]


def test_the_next_day_it_can_be_changed_again(asha: Person, phone: Phone, clock: Any) -> None:
    for number in range(5):
        type_email(phone, asha, f"{number}@example.in")
    clock.shift(timedelta(days=1))
    person = User.objects.get()

    profiles.change(
        person=person,
        details=Details(email=NEW),
        choices={},
        has_reauthenticated=True,
        network_address="203.0.113.9",
        at=timezone.now(),
    )

    assert User.objects.get().email == NEW


def test_the_link_is_sent_again_within_the_same_limit(asha: Person, phone: Phone) -> None:
    type_email(phone, asha)
    statuses = []
    for _ in range(5):
        with phone.committed():
            statuses.append(asha.api.post(RESEND).status_code)

    assert statuses == [200, 200, 200, 200, 429]
    assert sent(phone, NEW) == ["email_confirmation"] * 5


def test_without_an_address_or_with_a_confirmed_one_there_is_no_link(asha: Person, phone: Phone) -> None:
    assert asha.api.post(RESEND).json()["code"] == "email_confirmed"
    type_email(phone, asha)
    ApiClient().post(CONFIRM, {"token": token_in(phone)})
    assert asha.api.post(RESEND).status_code == 409
    assert sent(phone, NEW) == ["email_confirmation"]


def test_until_it_is_confirmed_messages_go_to_the_phone(asha: Person, phone: Phone) -> None:
    type_email(phone, asha)
    send_receipt(asha.user, phone)
    assert sent(phone, NEW) == ["email_confirmation"]
    assert phone.messages(asha.user.mobile)[-1]["template"] == "receipt"

    ApiClient().post(CONFIRM, {"token": token_in(phone)})
    send_receipt(asha.user, phone)
    assert sent(phone, NEW) == ["email_confirmation", "receipt"]


def test_the_address_before_is_notified_only_if_it_was_confirmed(asha: Person, phone: Phone) -> None:
    type_email(phone, asha, "typo@example.in")
    type_email(phone, asha)
    assert sent(phone, "typo@example.in") == ["email_confirmation"]

    ApiClient().post(CONFIRM, {"token": token_in(phone)})
    type_email(phone, asha, "newer@example.in")
    assert sent(phone, NEW) == ["email_confirmation", "email_changed"]
    assert sent(phone, "newer@example.in") == ["email_confirmation"]


def test_a_link_is_for_one_person_and_one_address(asha: Person, other_member: Person, phone: Phone) -> None:
    type_email(phone, asha)
    old = token_in(phone)
    User.objects.filter(pk=other_member.user.pk).update(email=NEW)
    for_another = old.replace(asha.user.pk.hex, other_member.user.pk.hex)
    type_email(phone, asha, "newer@example.in")

    for token in (old, for_another, f"{old}x", "x", "", "٣" * 32 + "-1." + "x" * 43):
        refused = ApiClient().post(CONFIRM, {"token": token})
        assert (refused.status_code, refused.json()["code"]) == (404, "email_link_invalid"), token
    assert not User.objects.exclude(confirmed_email="").exists()


def test_an_address_that_was_given_up_must_be_confirmed_again(asha: Person, phone: Phone) -> None:
    type_email(phone, asha)
    ApiClient().post(CONFIRM, {"token": token_in(phone)})
    type_email(phone, asha, "")
    assert User.objects.get().confirmed_email == ""
    assert type_email(phone, asha).json()["data"]["emailConfirmed"] is False


@pytest.mark.parametrize(("days", "status"), [(timedelta(days=7, seconds=-1), 200), (timedelta(days=7), 404)])
def test_a_link_works_for_a_week(
    asha: Person, phone: Phone, clock: Any, days: timedelta, status: int
) -> None:
    type_email(phone, asha)
    clock.shift(days)
    assert ApiClient().post(CONFIRM, {"token": token_in(phone)}).status_code == status


def test_an_erased_account_has_no_address(member: Person) -> None:
    token = email_confirmations.token_for(member.user, at=timezone.now())
    profiles.erase(User.objects.get(pk=member.user.pk), timezone.now())

    assert User.objects.values_list("email", "confirmed_email").get(pk=member.user.pk) == ("", "")
    assert ApiClient().post(CONFIRM, {"token": token}).status_code == 404
    assert User.objects.get(pk=member.user.pk).confirmed_email == ""
