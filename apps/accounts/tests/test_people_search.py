"""People are found by the beginning of each word of their name, by an index on both databases."""

from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts import personal_data
from apps.accounts.models import NameTail, User
from apps.accounts.models.name_tail import tails_of
from apps.accounts.selectors import people_search
from apps.core.testing.parallel import in_parallel

pytestmark = pytest.mark.django_db(transaction=True)


def person(number: int, name: str, email: str = "") -> User:
    return User.objects.create_user(mobile=f"98{number:08d}", name=name, email=email)


def tails(who: User) -> list[str]:
    return sorted(NameTail.objects.filter(person=who).values_list("text", flat=True))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("", set()),
        ("Asha", set()),
        (" Asha  Devi\tRao ", {"Devi Rao", "Rao"}),
        ("Anne-Marie D'Souza", {"Marie D'Souza", "D'Souza", "Souza"}),
        ("S.K. Iyer", {"K. Iyer", "Iyer"}),
        ("मीरा नायर", {"नायर"}),
        ("Rao Rao Rao", {"Rao Rao", "Rao"}),
        (" ".join("abcdefghijklmnop"), {" ".join("abcdefghijklmnop"[at:]) for at in range(1, 9)}),
    ],
)
def test_the_tails_of_a_name(name: str, expected: set[str]) -> None:
    assert tails_of(name) == expected


@pytest.mark.parametrize("text", ["Rao", "rao", "RA", "Devi", "devi r", "Asha D", "asha devi rao"])
def test_each_word_is_found_by_its_beginning(text: str) -> None:
    asha = person(1, "Asha Devi Rao")
    person(2, "Sharada Evita")
    assert people_search.first_matches(text=text, limit=6) == [asha]
    assert list(User.objects.filter(people_search.matching(text=text))) == [asha]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Asha Rao", "rao asha"),
        ("Rao Asha", "Asha Rao"),
        ("Asha Rao", "RA  asha"),
        ("Asha Devi Rao", "Rao Asha Devi"),
        ("Asha Devi Rao", "devi rao asha"),
        ("Dr. Asha Rao", "Rao Asha"),
    ],
)
def test_words_in_another_order_are_found(name: str, text: str) -> None:
    asha = person(1, name)
    person(2, "Sharada Evita")
    assert people_search.first_matches(text=text, limit=6) == [asha]
    assert list(User.objects.filter(people_search.matching(text=text))) == [asha]


@pytest.mark.parametrize(
    ("name", "text"),
    [("Zoë Rao", "zoë"), ("Asha Şahin", "Şahin"), ("Jürgen Weiß", "weiß"), ("José Rao", "rao josé")],
)
def test_letters_beyond_english_are_found(name: str, text: str) -> None:
    zoe = person(1, name)
    person(2, "Sharada Evita")
    assert people_search.first_matches(text=text, limit=6) == [zoe]
    assert list(User.objects.filter(people_search.matching(text=text))) == [zoe]


@pytest.mark.parametrize(
    "text",
    ["00919812345678", "0091 98123 45678", "091-9812345678", "९८१२३४५६७८", "+91.98123.45678", "98123–45678"],
)
def test_a_number_is_found_in_any_usual_spelling(text: str) -> None:
    assert people_search.mobile_prefix(text) == "9812345678"


@pytest.mark.parametrize("text", ["ao", "Asha Rao", "Rao Asha", "evi", "%", "_"])
def test_nothing_else_is_found(text: str) -> None:
    person(1, "Asha Devi Rao")
    assert people_search.first_matches(text=text, limit=6) == []
    assert not User.objects.filter(people_search.matching(text=text)).exists()


def test_whole_names_come_first_and_nobody_twice() -> None:
    by_email = person(1, "Asha", "rao@example.in")
    by_tail = person(2, "Bina Rao Rao")
    by_name = person(3, "Rao Chitra", "rao.chitra@example.in")
    assert people_search.first_matches(text="rao", limit=6) == [by_name, by_tail, by_email]
    assert User.objects.filter(people_search.matching(text="rao")).count() == 3


def test_the_rows_follow_the_name() -> None:
    asha = person(1, "Asha Devi Rao")
    assert tails(asha) == ["Devi Rao", "Rao"]
    asha.name = "Asha Iyer Rao"
    asha.save()
    assert tails(asha) == ["Iyer Rao", "Rao"]
    asha.name = "Asha"
    asha.save(update_fields=["name"])
    assert tails(asha) == []


def test_saving_anything_else_costs_nothing() -> None:
    asha = person(1, "Asha Rao")
    with CaptureQueriesContext(connection) as context:
        asha.save(update_fields=["state"])
        person(2, "")
    assert not any("nametail" in query["sql"] for query in context.captured_queries)


def test_an_erased_account_keeps_none() -> None:
    asha = person(1, "Asha Rao")
    with transaction.atomic():
        personal_data.erase(person=asha, at=timezone.now())
    assert tails(asha) == []


@pytest.mark.postgresql
def test_two_changes_at_once_leave_the_rows_of_the_last() -> None:
    asha = person(1, "Asha Rao")

    def rename(number: int) -> None:
        who = User.objects.get(pk=asha.pk)
        who.name = f"Asha Devi{number} Rao"
        who.save(update_fields=["name"])

    assert in_parallel(rename, times=4) == [None] * 4
    asha.refresh_from_db()
    assert tails(asha) == sorted(tails_of(asha.name))


def plan(rows: Any) -> str:
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                # The table has few rows: what matters is whether the index can answer it.
                cursor.execute("SET LOCAL enable_seqscan = off")
        return str(rows.explain())


def test_each_search_is_a_range_of_an_index() -> None:
    by_tail = people_search._by_tail("rao").order_by("folded_text", "person")[:6]
    assert "name_tails_by_text" in plan(by_tail)
    assert "people_by_name" in plan(people_search._by_name("rao").order_by("folded_name", "pk")[:6])


def test_the_list_of_people_reads_no_whole_table() -> None:
    found = plan(User.objects.filter(people_search.matching(text="rao")).order_by("-joined_at", "-pk"))
    for index in ("name_tails_by_text", "people_by_name", "people_by_email"):
        assert index in found
    assert "Seq Scan" not in found
