"""What people tell of themselves: what is taken, what is refused, and that a refusal changes nothing."""

from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import Consent, User
from apps.accounts.services import profiles
from apps.accounts.services.profiles import Details
from apps.accounts.states import ConsentKind
from apps.core.errors import NotLoggedIn
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person
from apps.core.testing.parallel import in_parallel
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = pytest.mark.django_db

CALL = "/api/user/details"
WHOLE = {
    "name": "Meera Pillai",
    "email": "meera.pillai@example.co.in",
    "state": "Maharashtra",
    "company": "Pillai & Daughters",
    "gstNo": "27AAPFU0939F1ZV",
    "address": "12, Marine Drive\nMumbai 400020",
}


def stored(person: Person) -> dict[str, Any]:
    return User.objects.filter(pk=person.user.pk).values().get()


def test_everything_is_stored_and_answered(member: Person) -> None:
    response = member.api.put(CALL, {**WHOLE, "canWhatsapp": True})
    body = response.json()
    assert response.status_code == 200
    assert_matches_schema(body, path="user/details", method="put")
    assert body == {
        "data": {
            **WHOLE,
            "_id": str(member.user.pk),
            "mobile": "9811111111",
            "emailConfirmed": False,
            "canWhatsapp": True,
            "engagementConsent": None,
            "activeLearnProSubscriptions": [],
            "pro": {"status": "none", "planName": None, "endsAt": None, "action": "start"},
            "trial": {"status": "available", "endsAt": None},
        },
        "message": "Your details have been saved.",
    }
    row = stored(member)
    assert {name: row[name] for name in ("name", "email", "state", "company", "address")} == {
        name: WHOLE[name] for name in ("name", "email", "state", "company", "address")
    }
    assert (row["gst_no"], row["can_whatsapp"]) == ("27AAPFU0939F1ZV", True)


def test_the_next_request_sees_it(member: Person, committed: Any) -> None:
    member.api.get("/api/user")
    with committed():
        member.api.put(CALL, {"name": "Meera Pillai"})
    assert member.api.get("/api/user").json()["data"]["name"] == "Meera Pillai"


def test_what_is_left_away_stays(member: Person) -> None:
    before = stored(member)
    assert member.api.put(CALL, {"company": "Nair Traders"}).status_code == 200
    assert stored(member) == {**before, "company": "Nair Traders"}


@pytest.mark.parametrize(
    "body",
    [
        None,
        {},
        {"mobile": "9899999999", "_id": "x", "isStaff": True, "is_staff": True, "gst_no": "x"},
        {"mobile": None},
        {"name": "Meera Nair", "state": " Kerala "},
    ],
)
def test_what_says_nothing_new_changes_nothing(
    member: Person, body: Any, django_assert_num_queries: Any
) -> None:
    before = stored(member)
    member.api.put(CALL, {})
    with django_assert_num_queries(3) as counted:
        response = member.api.put(CALL, body)
    assert not [query for query in counted if query["sql"].startswith("UPDATE")]
    assert response.status_code == 200
    assert response.json()["data"]["mobile"] == "9811111111"
    assert stored(member) == before
    assert Consent.objects.count() == 0


def test_empty_text_clears(member: Person) -> None:
    member.api.put(CALL, WHOLE)
    response = member.api.put(CALL, {name: "  " if name == "state" else "" for name in WHOLE})
    assert response.status_code == 200
    assert {name: response.json()["data"][name] for name in WHOLE} == dict.fromkeys(WHOLE, "")
    row = stored(member)
    assert [row[name] for name in ("name", "email", "state", "company", "gst_no", "address")] == [""] * 6


@pytest.mark.parametrize(
    ("field", "sent", "kept"),
    [
        ("name", "  Meera  ", "Meera"),
        ("name", "मीरा नायर", "मीरा नायर"),
        ("name", "क्‍षितिज", "क्‍षितिज"),
        ("name", "ന്‍", "ന്‍"),
        ("name", "O'Neil-D’Souza <b>", "O'Neil-D’Souza <b>"),
        ("name", "न" * 80, "न" * 80),
        ("name", "𝓜" * 80, "𝓜" * 80),
        ("state", "Outside of India", "Outside of India"),
        ("state", "s" * 60, "s" * 60),
        ("company", "c" * 120, "c" * 120),
        ("address", "पुणे\r\n४११००१", "पुणे\r\n४११००१"),
        ("address", "a" * 400, "a" * 400),
        ("email", " a@b.in\n", "a@b.in"),
        ("gstNo", " 27aapfu0939f1zv ", "27AAPFU0939F1ZV"),
    ],
)
def test_text_is_kept_as_it_is_meant(member: Person, field: str, sent: str, kept: str) -> None:
    response = member.api.put(CALL, {field: sent})
    assert (response.status_code, response.json()["data"][field]) == (200, kept)


TEXTS = ("name", "email", "state", "company", "gstNo", "address")
LONGEST = {"name": 80, "email": 254, "state": 60, "company": 120, "address": 400}
UNSEEN = ["\x00", "\x07", "\x1b[31m", "a\tb", "\x7f", "\u200b", "a\ufeffb", "\u202eevil", "\u2028", "\u2066a"]

REFUSED = [
    *(
        (field, wrong)
        for field in TEXTS
        for wrong in (None, 1, 0, 1.5, True, False, [], ["a"], {}, {"a": "b"})
    ),
    *(("canWhatsapp", wrong) for wrong in (None, 1, 0, "true", "", "on", [], {})),
    *((field, "x" * (longest + 1)) for field, longest in LONGEST.items()),
    *((field, "न" * 200_00) for field in TEXTS),
    *((field, f"a{wrong}b") for field in TEXTS for wrong in UNSEEN),
    ("name", "9820011223"),
    ("name", "- 12 -"),
    ("name", "a\nb"),
    ("name", "\u200d"),
    ("company", "\u200c \u200d"),
    ("address", "a\x0bb"),
    ("email", "a"),
    ("email", "a@b"),
    ("email", "a b@example.in"),
    ("email", "a@example.in, b@example.in"),
    ("email", "a@exam\u200bple.in"),
    ("email", "a@example.in\nBcc: b@example.in"),
    ("email", f"{'a' * 243}@example.com"),
    ("gstNo", "27AAPFU0939F1ZW"),
    ("gstNo", "27AAPFU0939F1Z"),
    ("gstNo", "25AAPFU0939F1ZV"),
    ("gstNo", "२७AAPFU0939F1ZV"),
]


@pytest.mark.parametrize(("field", "wrong"), REFUSED, ids=lambda value: ascii(value)[:24])
def test_what_is_wrong_is_refused_and_nothing_changes(member: Person, field: str, wrong: Any) -> None:
    before = stored(member)
    body = {"name": "Somebody Else", "canWhatsapp": True, field: wrong}
    response = member.api.put(CALL, body)
    assert response.status_code == 400
    assert response.json()["code"] == "invalid"
    assert list(response.json()["errors"]) == [field]
    assert stored(member) == before
    assert Consent.objects.count() == 0


@pytest.mark.parametrize("field", TEXTS)
def test_half_a_character_is_refused(member: Person, field: str) -> None:
    before = stored(member)
    body = f'{{"{field}": "\\ud800"}}'.encode()
    response = member.api.put(CALL, body, content_type="application/json")
    assert (response.status_code, list(response.json()["errors"])) == (400, [field])
    assert stored(member) == before


def test_each_wrong_field_is_named(member: Person) -> None:
    body = {"name": 1, "email": "x", "gstNo": "x", "state": None, "canWhatsapp": "yes", "company": "Fine"}
    errors = member.api.put(CALL, body).json()["errors"]
    assert sorted(errors) == ["canWhatsapp", "email", "gstNo", "name", "state"]
    assert errors["email"] == ["Enter a valid email address."]
    assert errors["gstNo"] == ["Enter a valid 15-character GSTIN, or leave this blank."]


@pytest.mark.parametrize("body", [b"[]", b'"x"', b"null", b"1", b"{", b"\xff", b'{"name": NaN}'])
def test_a_body_that_is_no_object_is_refused(member: Person, body: bytes) -> None:
    before = stored(member)
    response = member.api.put(CALL, body, content_type="application/json")
    assert response.status_code == 400
    assert stored(member) == before


def test_a_visitor_changes_nothing(api: ApiClient, member: Person) -> None:
    before = stored(member)
    assert api.put(CALL, WHOLE).status_code == 401
    assert stored(member) == before


def test_nobody_else_is_changed(member: Person, other_member: Person) -> None:
    before = stored(other_member)
    assert member.api.put(CALL, {**WHOLE, "_id": str(other_member.user.pk)}).status_code == 200
    assert stored(other_member) == before


def test_the_whatsapp_consent_goes_into_the_consent_history_when_it_changes(member: Person) -> None:
    for wanted in (False, True, True, False, False):
        response = member.api.put(CALL, {"canWhatsapp": wanted}, REMOTE_ADDR="203.0.113.9")
        assert response.json()["data"]["canWhatsapp"] is wanted
        assert stored(member)["can_whatsapp"] is wanted
    entries = Consent.objects.order_by("at", "pk").values_list(
        "is_given", "channel", "address", "text_version"
    )
    assert list(entries) == [
        (True, "settings", "203.0.113.9", "2026-11"),
        (False, "settings", "203.0.113.9", "2026-11"),
    ]


@pytest.mark.parametrize(
    ("body", "queries"),
    [({"name": "Meera"}, 6), ({"canWhatsapp": True}, 13), ({**WHOLE, "canWhatsapp": True}, 34)],
)
def test_what_a_change_costs(
    member: Person, body: dict[str, Any], queries: int, django_assert_num_queries: Any
) -> None:
    member.api.put(CALL, {})
    with django_assert_num_queries(queries):
        assert member.api.put(CALL, body).status_code == 200


def test_consent_and_details_are_written_together_or_not_at_all(
    member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = stored(member)
    monkeypatch.setattr(Consent, "save", lambda *_args, **_kwargs: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        member.api.put(CALL, {**WHOLE, "canWhatsapp": True})
    assert stored(member) == before


def test_an_erased_account_is_not_filled_again(member: Person) -> None:
    User.objects.filter(pk=member.user.pk).update(erased_at=timezone.now(), name="")
    with pytest.raises(NotLoggedIn):
        profiles.change(
            person=member.user,
            details=Details(name="Meera"),
            choices={},
            has_reauthenticated=True,
            network_address="203.0.113.9",
            at=timezone.now(),
        )
    assert stored(member)["name"] == ""


# --- many at once ---------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_changes_of_different_fields_at_once_are_all_kept(member: Person) -> None:
    details = [
        {"name": "Meera Pillai"},
        {"email": "pillai@example.in"},
        {"state": "Goa"},
        {"company": "Pillai"},
        {"gst_no": "27AAPFU0939F1ZV"},
        {"address": "Panaji"},
    ]

    def job(number: int) -> None:
        profiles.change(
            person=User.objects.get(pk=member.user.pk),
            details=Details(**details[number]),
            choices={ConsentKind.WHATSAPP: True},
            has_reauthenticated=True,
            network_address="203.0.113.9",
            at=timezone.now(),
        )

    assert in_parallel(job, times=6) == [None] * 6
    row = stored(member)
    assert [row[name] for change in details for name in change] == [
        value for change in details for value in change.values()
    ]
    assert row["can_whatsapp"] is True
    assert Consent.objects.count() == 1
