"""What people consent to: a ledger that says the same as the person's own row, whoever writes at once."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction

from apps.accounts import consent_texts
from apps.accounts.consent_texts import ConsentText
from apps.accounts.models import Consent, User
from apps.accounts.selectors import consents as ledger
from apps.accounts.services import consents
from apps.accounts.states import ConsentChannel, ConsentKind
from apps.core.errors import NotLoggedIn
from apps.core.testing.fixtures import Person
from apps.core.testing.parallel import in_parallel
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 21, 6, 30, tzinfo=UTC)
ADDRESS = "203.0.113.7"
TERMS = "By continuing you accept the terms and conditions."
PRIVACY = "By continuing you accept the privacy policy."
WHATSAPP = "Get alerts, market tips & course updates on WhatsApp"


def give(person: User, kind: ConsentKind = ConsentKind.WHATSAPP, *, at: datetime = NOON, **more: Any) -> None:
    consents.give(
        person=person, kind=kind, at=at, **{"channel": ConsentChannel.SETTINGS, "address": ADDRESS, **more}
    )


def withdraw(person: User, *, at: datetime = NOON) -> None:
    consents.withdraw(
        person=person, kind=ConsentKind.WHATSAPP, channel=ConsentChannel.SETTINGS, address=ADDRESS, at=at
    )


def log_in(person: User, *, can_whatsapp: bool, at: datetime = NOON) -> None:
    consents.record_at_login(person=person, can_whatsapp=can_whatsapp, address=ADDRESS, at=at)


def entries(person: User) -> list[tuple[str, bool]]:
    """Oldest first."""
    rows = ledger.list_for(person=person).values_list("kind", "is_given")
    return list(rows)[::-1]


def is_live(person: User, kind: ConsentKind = ConsentKind.WHATSAPP) -> bool:
    live = ledger.is_live(person_id=person.pk, kind=kind)
    if kind is ConsentKind.WHATSAPP:
        assert User.objects.get(pk=person.pk).can_whatsapp == person.can_whatsapp == live
    return live


@pytest.fixture
def new_words(monkeypatch: pytest.MonkeyPatch) -> None:
    later = {kind: ConsentText("Other words", "2027-01") for kind in ConsentKind}
    monkeypatch.setattr(consent_texts, "CURRENT", later)


def test_an_entry_says_what_when_where_and_in_which_words(member: Person) -> None:
    give(member.user)
    entry = Consent.objects.get()
    assert (entry.person_id, entry.kind, entry.is_given) == (member.user.pk, "whatsapp", True)
    assert (entry.text, entry.text_version) == (WHATSAPP, "2026-11")
    assert (entry.at, entry.address, entry.channel) == (NOON, ADDRESS, "settings")
    assert is_live(member.user)


def test_giving_twice_writes_once(member: Person) -> None:
    give(member.user)
    give(member.user, at=NOON + timedelta(days=1), channel=ConsentChannel.LOGIN, address=None)
    assert entries(member.user) == [("whatsapp", True)]


def create_older_entry(person: User, kind: ConsentKind, text: str) -> None:
    Consent.objects.create(
        person=person,
        kind=kind,
        is_given=True,
        text=text,
        text_version="2026-11",
        at=NOON,
        channel=ConsentChannel.LOGIN,
    )


def test_another_text_needs_another_consent(member: Person, new_words: None) -> None:
    create_older_entry(member.user, ConsentKind.WHATSAPP, WHATSAPP)
    for _ in range(2):
        give(member.user, at=NOON + timedelta(days=1))
    newest = ledger.list_for(person=member.user)[0]
    assert entries(member.user) == [("whatsapp", True), ("whatsapp", True)]
    assert (newest.text, newest.text_version) == ("Other words", "2027-01")


def test_taking_back_names_the_words_that_were_agreed_to(
    member: Person, request: pytest.FixtureRequest
) -> None:
    give(member.user)
    request.getfixturevalue("new_words")
    for _ in range(2):
        withdraw(member.user, at=NOON + timedelta(days=1))
    newest = ledger.list_for(person=member.user)[0]
    assert entries(member.user) == [("whatsapp", True), ("whatsapp", False)]
    assert (newest.text, newest.text_version) == (WHATSAPP, "2026-11")
    assert not is_live(member.user)


def test_it_can_be_given_again(member: Person) -> None:
    for step in (give, withdraw, give):
        step(member.user)
    assert entries(member.user) == [("whatsapp", True), ("whatsapp", False), ("whatsapp", True)]
    assert is_live(member.user)


def test_withdrawing_what_was_never_given_writes_nothing_but_corrects_the_row(member: Person) -> None:
    member.user.can_whatsapp = True
    member.user.save()
    withdraw(member.user)
    assert entries(member.user) == []
    assert not is_live(member.user)


def test_a_request_that_waited_counts_from_its_turn(member: Person) -> None:
    give(member.user, at=NOON)
    withdraw(member.user, at=NOON - timedelta(minutes=10))
    assert not is_live(member.user)
    give(member.user, at=NOON - timedelta(minutes=10))
    assert is_live(member.user)
    assert ledger.list_for(person=member.user)[0].at == NOON + timedelta(microseconds=2)


@pytest.mark.parametrize(
    ("ticked", "written"),
    [
        (False, [("terms", True), ("privacy", True)]),
        (True, [("terms", True), ("privacy", True), ("whatsapp", True)]),
    ],
)
def test_the_login_form_is_written_down_once(
    member: Person, ticked: bool, written: list[tuple[str, bool]]
) -> None:
    for day in range(3):
        log_in(member.user, can_whatsapp=ticked, at=NOON + timedelta(days=day))
    assert entries(member.user) == written
    assert is_live(member.user) is ticked
    entry = Consent.objects.get(kind=ConsentKind.TERMS)
    assert (entry.text, entry.text_version, entry.at) == (TERMS, "2026-11-27", NOON)
    assert Consent.objects.get(kind=ConsentKind.PRIVACY).text == PRIVACY
    assert (entry.channel, entry.address) == ("login", ADDRESS)


def test_an_empty_box_takes_nothing_back(member: Person) -> None:
    log_in(member.user, can_whatsapp=True)
    log_in(member.user, can_whatsapp=False, at=NOON + timedelta(days=1))
    assert is_live(member.user)
    assert Consent.objects.filter(is_given=False).count() == 0


def test_new_terms_are_accepted_by_the_next_login(member: Person, request: pytest.FixtureRequest) -> None:
    log_in(member.user, can_whatsapp=False)
    request.getfixturevalue("new_words")
    log_in(member.user, can_whatsapp=False, at=NOON + timedelta(days=1))
    versions = Consent.objects.filter(kind=ConsentKind.TERMS).order_by("at").values_list("text_version")
    assert list(versions) == [("2026-11-27",), ("2027-01",)]


def test_an_entry_about_both_documents_stays_as_it_was(member: Person) -> None:
    words = "By continuing you accept the terms and conditions and the privacy policy."
    create_older_entry(member.user, ConsentKind.TERMS, words)
    log_in(member.user, can_whatsapp=False, at=NOON + timedelta(days=1))

    data = member.api.get("/api/user/consents").json()["data"]
    assert [(row["subject"], row["text"]) for row in data] == [
        ("Privacy policy", PRIVACY),
        ("Terms and conditions", TERMS),
        ("Terms and privacy policy", words),
    ]


def test_kinds_and_people_do_not_mix(member: Person, other_member: Person) -> None:
    give(member.user, ConsentKind.TERMS)
    give(other_member.user)
    assert is_live(member.user, ConsentKind.TERMS)
    assert not is_live(member.user)
    assert is_live(other_member.user)
    assert not is_live(other_member.user, ConsentKind.TERMS)


@pytest.mark.parametrize("is_deleted", [False, True])
def test_who_is_gone_consents_to_nothing(member: Person, is_deleted: bool) -> None:
    if is_deleted:
        User.objects.filter(pk=member.user.pk).delete()
    else:
        User.objects.filter(pk=member.user.pk).update(erased_at=NOON)
    for act in (give, withdraw, lambda person: log_in(person, can_whatsapp=True)):
        with pytest.raises(NotLoggedIn), transaction.atomic():
            act(member.user)
    assert Consent.objects.count() == 0


def test_asking_costs_one_query(member: Person, django_assert_num_queries: Any) -> None:
    give(member.user)
    with django_assert_num_queries(1):
        assert ledger.is_live(person_id=member.user.pk, kind=ConsentKind.WHATSAPP) is True


def test_the_history_is_neither_changed_nor_removed(member: Person) -> None:
    give(member.user)
    with pytest.raises(TypeError, match="append-only"):
        Consent.objects.update(is_given=False)
    with pytest.raises(TypeError, match="append-only"):
        Consent.objects.all().delete()
    assert entries(member.user) == [("whatsapp", True)]


# --- the call -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [1, 3])
def test_the_own_history_newest_first(
    member: Person, other_member: Person, rows: int, django_assert_num_queries: Any
) -> None:
    give(other_member.user)
    for number, act in zip(range(rows), (give, withdraw, give), strict=False):
        act(member.user, at=NOON + timedelta(minutes=number))
    member.api.get("/api/user/consents")
    with django_assert_num_queries(2):
        response = member.api.get("/api/user/consents")
    body = response.json()
    assert_matches_schema(body, path="user/consents")
    assert (response.status_code, body["totalCount"], len(body["data"])) == (200, rows, rows)
    assert [row["given"] for row in body["data"]] == [True, False, True][:rows]
    oldest = body["data"][-1]
    assert oldest == {
        "_id": oldest["_id"],
        "kind": "whatsapp",
        "subject": "WhatsApp and alerts",
        "given": True,
        "text": WHATSAPP,
        "textVersion": "2026-11",
        "at": "2026-11-21T06:30:00Z",
        "channel": "settings",
    }
    assert response["Cache-Control"] == "private, no-store"


def test_a_page_of_the_history(member: Person) -> None:
    for act in (give, withdraw, give):
        act(member.user)
    whole = member.api.get("/api/user/consents").json()["data"]
    body = member.api.get("/api/user/consents?skip=1&limit=1").json()
    assert body == {"data": whole[1:2], "totalCount": 3}
    assert member.api.get("/api/user/consents?limit=0").json() == {"data": [], "totalCount": 3}


@pytest.mark.parametrize("query", ["skip=-1", "limit=x", "limit=1.5", "skip="])
def test_a_page_that_is_none_is_refused(member: Person, query: str) -> None:
    assert member.api.get(f"/api/user/consents?{query}").status_code == 400


def test_the_history_is_a_file_of_its_own(
    member: Person, other_member: Person, django_assert_num_queries: Any
) -> None:
    give(other_member.user)
    for act in (give, withdraw):
        act(member.user)
    member.api.get("/api/user/consents/file")
    with django_assert_num_queries(1):
        response = member.api.get("/api/user/consents/file")

    assert response["Content-Disposition"] == 'attachment; filename="rally-consents.json"'
    assert response["Cache-Control"] == "private, no-store"
    body = response.json()
    assert (list(body), [row["given"] for row in body["consents"]]) == (["consents"], [False, True])
    assert body["consents"][1] == {
        "kind": "whatsapp",
        "subject": "WhatsApp and alerts",
        "given": True,
        "text": WHATSAPP,
        "textVersion": "2026-11",
        "at": "2026-11-21T06:30:00Z",
        "channel": "settings",
        "networkAddress": ADDRESS,
    }


# --- how often ------------------------------------------------------------------------------------

DETAILS = "/api/user/details"


@pytest.mark.parametrize("field", ["canWhatsapp", "engagementConsent"])
def test_toggles_of_a_day_are_limited_and_a_withdrawal_never_is(member: Person, field: str) -> None:
    member.api.put(DETAILS, {field: True})
    statuses = [member.api.put(DETAILS, {field: wanted}).status_code for wanted in [False, True] * 30]

    assert Counter(statuses) == {200: 19 + 20, 429: 21}
    # The twentieth change was a withdrawal: from there on nothing is left to withdraw.
    assert [row[1] for row in entries(member.user)] == [True, False] * 10
    refused = member.api.put(DETAILS, {field: True, "name": "Not saved"})
    assert (refused.status_code, refused.json()["code"]) == (429, "consent_too_many")
    assert 86390 <= int(refused["Retry-After"]) <= 86400
    assert member.api.get("/api/user").json()["data"]["name"] == "Meera Nair"


def test_the_last_consent_of_the_day_can_be_withdrawn(member: Person) -> None:
    member.api.put(DETAILS, {"engagementConsent": False})
    for wanted in [True, False] * 9 + [True]:
        member.api.put(DETAILS, {"canWhatsapp": wanted})
    assert len(entries(member.user)) == 19
    assert member.api.put(DETAILS, {"canWhatsapp": False}).status_code == 200
    assert member.api.put(DETAILS, {"canWhatsapp": True}).status_code == 429
    assert not is_live(member.user)


# --- usage data -----------------------------------------------------------------------------------


def test_usage_data_is_a_consent_of_its_own(member: Person) -> None:
    log_in(member.user, can_whatsapp=True)
    assert member.api.get("/api/user").json()["data"]["engagementConsent"] is None

    for wanted in (True, False):
        body = member.api.put(DETAILS, {"engagementConsent": wanted}).json()
        assert body["data"]["engagementConsent"] is wanted
    assert entries(member.user)[-2:] == [("engagement", True), ("engagement", False)]
    assert is_live(member.user)


def test_who_declines_is_not_asked_again_and_has_withdrawn_nothing(member: Person) -> None:
    body = member.api.put(DETAILS, {"engagementConsent": False}).json()
    assert body["data"]["engagementConsent"] is False
    assert entries(member.user) == []


# --- many at once ---------------------------------------------------------------------------------


@transaction.atomic(durable=True)
def act_of_their_own(act: Any, person: User) -> None:
    act(User.objects.get(pk=person.pk))


@pytest.mark.django_db(transaction=True)
def test_many_logins_at_once_write_one_entry_of_each_kind(member: Person) -> None:
    def job(_number: int) -> None:
        act_of_their_own(lambda person: log_in(person, can_whatsapp=True), member.user)

    assert in_parallel(job, times=12) == [None] * 12
    assert sorted(entries(member.user)) == [("privacy", True), ("terms", True), ("whatsapp", True)]


@pytest.mark.django_db(transaction=True)
def test_entries_alternate_whoever_writes_at_once(member: Person) -> None:
    def job(number: int) -> None:
        act_of_their_own(give if number % 2 else withdraw, member.user)

    assert in_parallel(job, times=12) == [None] * 12
    given = [is_given for _kind, is_given in entries(member.user)]
    assert given == [number % 2 == 0 for number in range(len(given))]
    assert User.objects.get(pk=member.user.pk).can_whatsapp == (bool(given) and given[-1])
