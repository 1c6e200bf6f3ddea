"""Searches, lists and feeds have a limit in the cache."""

from typing import Any

import pytest
from django.test import Client

from apps.core.redis_cache import OptionalRedisCache
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person
from apps.core.testing.ports import free_port

pytestmark = [pytest.mark.django_db, pytest.mark.redis]

LIST = "/api/userreview"
READS = (LIST, "/api/faq", "/api/category", "/api/coupon/new", "/api/learning/webinarV1", "/api/search?q=gap")


@pytest.fixture(autouse=True)
def _small(settings: Any) -> None:
    settings.READ_MEMBER_LIMIT = (2, 60)
    settings.READ_ADDRESS_LIMIT = (3, 60)


class Clock:
    """20.5 s after a minute began."""

    now = 1_764_000_020.5

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("apps.core.api.read_limit.time", clock)
    return clock


def statuses(client: Any, count: int, path: str = LIST, **headers: str) -> list[int]:
    return [client.get(path, **headers).status_code for _ in range(count)]


def test_beyond_the_limit_the_response_says_how_long_to_wait(visitor: ApiClient) -> None:
    assert statuses(visitor, 3) == [200] * 3
    refused = visitor.get(LIST)
    assert refused.status_code == 429
    assert refused["Retry-After"] == "40"
    assert refused["Cache-Control"] == "private, no-store"
    assert refused.json() == {
        "message": "Too many attempts. Please try again later.",
        "code": "throttled",
    }


def test_searches_lists_and_feeds_count_together(visitor: ApiClient) -> None:
    assert [visitor.get(path).status_code for path in READS] == [200] * 3 + [429] * 3
    assert visitor.get("/api/live/webinar/none/calendar.ics").status_code == 429
    assert visitor.post("/api/course/mobile", {}).status_code == 429


def test_the_course_list_is_limited_around_the_framework(visitor: ApiClient, member: Person) -> None:
    assert [visitor.post("/api/course/mobile", {}).status_code for _ in range(4)] == [200] * 3 + [429]
    refused = visitor.post("/api/course/mobile", {})
    assert (refused["Retry-After"], refused.json()["code"]) == ("40", "throttled")
    assert [member.api.post("/api/course/mobile", {}).status_code for _ in range(3)] == [200] * 2 + [429]


def test_pages_and_single_items_have_no_limit(visitor: ApiClient) -> None:
    statuses(visitor, 4)
    assert visitor.get("/robots.txt").status_code == 200
    assert visitor.get("/api/site").status_code == 200
    assert visitor.get("/api/course/users/none").status_code == 404


def test_the_next_minute_begins_again(visitor: ApiClient, clock: Clock) -> None:
    assert statuses(visitor, 4) == [200] * 3 + [429]
    clock.now += 39
    assert visitor.get(LIST)["Retry-After"] == "1"
    clock.now += 0.5
    assert statuses(visitor, 4) == [200] * 3 + [429]


def test_another_network_is_not_refused() -> None:
    assert statuses(Client(REMOTE_ADDR="203.0.113.7"), 4) == [200] * 3 + [429]
    assert statuses(Client(REMOTE_ADDR="203.0.113.8"), 1) == [200]


def test_an_ipv6_network_counts_as_one() -> None:
    hosts = (
        "2001:db8:1:2::1",
        "2001:db8:1:2::2",
        "2001:db8:1:2:ffff::3",
        "2001:db8:1:2::4",
        "2001:db8:1:3::1",
    )
    assert [Client(REMOTE_ADDR=host).get(LIST).status_code for host in hosts] == [200, 200, 200, 429, 200]


@pytest.mark.parametrize(
    ("behind_proxy", "forwarded", "expected"),
    [
        (False, "198.51.100.{}", 429),
        (True, "198.51.100.{}, 203.0.113.7", 429),
        (True, "198.51.100.{}", 200),
    ],
)
def test_only_what_our_proxy_appended_counts(
    settings: Any, behind_proxy: bool, forwarded: str, expected: int
) -> None:
    settings.BEHIND_PROXY = behind_proxy
    answers = [
        Client(REMOTE_ADDR="203.0.113.7", headers={"X-Forwarded-For": forwarded.format(number)}).get(LIST)
        for number in range(4)
    ]
    assert [answer.status_code for answer in answers] == [200] * 3 + [expected]


def test_members_count_for_themselves_wherever_they_are(
    member: Person, other_member: Person, visitor: ApiClient
) -> None:
    assert statuses(visitor, 4) == [200] * 3 + [429]
    assert statuses(member.api, 3) == [200] * 2 + [429]
    assert statuses(other_member.api, 2) == [200] * 2


def test_a_head_request_counts_as_well() -> None:
    client = Client()
    heads = [client.head(LIST) for _ in range(4)]
    assert [head.status_code for head in heads] == [200] * 3 + [429]
    assert (heads[-1]["Retry-After"], heads[-1].content) == ("40", b"")


def test_refused_requests_count_too_but_other_methods_do_not(visitor: ApiClient) -> None:
    assert [visitor.get("/api/faq?x=%00").status_code for _ in range(2)] == [200] * 2
    assert visitor.post("/api/faq", {}).status_code == 405
    assert visitor.get("/api/learning/webinarV1?skip=-1").status_code == 400
    assert visitor.get("/api/learning/webinarV1?skip=-1").status_code == 429


def test_a_feed_counts_by_its_key(visitor: ApiClient) -> None:
    keys = ("first", "first", "first", "second", "", "\u0967", "\ud800")
    paths = [
        f"/api/calendar.ics?key={key.encode('utf-8', 'surrogatepass').decode('latin-1')}" for key in keys
    ]
    assert [visitor.get(path).status_code for path in paths] == [404, 404, 429, 404, 404, 404, 404]
    assert statuses(visitor, 1) == [200]


def test_without_the_cache_nobody_is_refused(visitor: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    away = OptionalRedisCache(f"redis://127.0.0.1:{free_port()}/0", {})
    monkeypatch.setattr("apps.core.api.read_limit.cache", away)
    assert statuses(visitor, 5) == [200] * 5


def test_counting_asks_the_database_nothing(visitor: ApiClient, django_assert_num_queries: Any) -> None:
    visitor.get(LIST)
    with django_assert_num_queries(0):
        assert statuses(visitor, 3) == [200, 200, 429]
