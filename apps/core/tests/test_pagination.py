"""`skip` and `limit`: where a list starts and how much of it is returned, by table."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import Group

from apps.core.api.pagination import Slice, page_and_total
from apps.core.testing.clients import ApiClient

pytestmark = pytest.mark.usefixtures("frame")

PAGED = "/api/try/paged"


@pytest.mark.parametrize(
    ("query", "skip", "limit"),
    [
        ("", 0, 10),
        ("skip=20", 20, 10),
        ("limit=0", 0, 0),
        ("limit=1", 0, 1),
        ("limit=100", 0, 100),
        ("limit=101", 0, 100),
        ("limit=99999999999999999999", 0, 100),
        (f"limit={'9' * 2000}", 0, 100),
        ("skip=007&limit=007", 7, 7),
        ("skip=1000000001", 10**9, 10),
        (f"skip={'9' * 2000}", 10**9, 10),
        (f"skip={'0' * 50}3", 3, 10),
        ("limit=5&limit=6", 0, 6),
        ("unknown=x", 0, 10),
    ],
)
def test_a_query_that_makes_sense(visitor: ApiClient, query: str, skip: int, limit: int) -> None:
    answer = visitor.get(f"{PAGED}?{query}")
    assert (answer.status_code, answer.json()) == (200, {"skip": skip, "limit": limit, "end": skip + limit})


@pytest.mark.parametrize(
    "value",
    [
        "-1",
        "-0",
        "+1",
        "1.5",
        "1e3",
        "ten",
        "",
        "%20",
        "%201",
        "0x10",
        "１",
        "१",
        "²",
        "None",
        "%00",
        "1_0",
        "NaN",
    ],
)
@pytest.mark.parametrize("name", ["skip", "limit"])
def test_a_query_that_makes_none(visitor: ApiClient, name: str, value: str) -> None:
    answer = visitor.get(f"{PAGED}?{name}={value}")
    assert answer.status_code == 400
    assert answer.json()["errors"] == {name: ["This must be a whole number, 0 or more."]}


@pytest.mark.parametrize(
    ("body", "skip", "limit"),
    [
        ({}, 0, 10),
        ({"skip": 3, "limit": 0}, 3, 0),
        ({"limit": 101}, 0, 100),
        ({"limit": 10**300, "skip": 10**300}, 10**9, 100),
    ],
)
def test_a_body_that_makes_sense(visitor: ApiClient, body: dict[str, int], skip: int, limit: int) -> None:
    answer = visitor.post(PAGED, body)
    assert (answer.status_code, answer.json()) == (200, {"skip": skip, "limit": limit})


@pytest.mark.parametrize("value", ["10", "", -1, 1.5, 10.0, True, False, [], {}, [10]])
@pytest.mark.parametrize("name", ["skip", "limit"])
def test_a_body_that_makes_none(visitor: ApiClient, name: str, value: Any) -> None:
    answer = visitor.post(PAGED, json.dumps({name: value}), content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["errors"] == {name: ["This must be a whole number, 0 or more."]}


def test_a_null_in_a_body_is_not_a_default(visitor: ApiClient) -> None:
    answer = visitor.post(PAGED, {"limit": None})
    assert (answer.status_code, answer.json()["errors"]) == (400, {"limit": ["This field may not be null."]})


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("skip", "limit", "expected", "queries"),
    [
        (0, 2, [0, 1], 1),
        (1, 2, [1, 2], 1),
        (2, 2, [2], 1),
        (3, 2, [], 2),
        (0, 0, [], 1),
    ],
)
def test_a_page_knows_how_many_there_are_in_all(
    skip: int, limit: int, expected: list[int], queries: int, django_assert_num_queries: Any
) -> None:
    rows = Group.objects.bulk_create(Group(name=f"{number}") for number in range(3))
    with django_assert_num_queries(queries):
        found, total = page_and_total(
            Group.objects.filter(role=None).order_by("name"), page=Slice(skip, limit)
        )
    assert (found, total) == ([rows[number] for number in expected], 3)


@pytest.mark.django_db
def test_a_page_of_nothing_takes_one_query(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        assert page_and_total(Group.objects.filter(role=None).order_by("name"), page=Slice(0, 10)) == ([], 0)
