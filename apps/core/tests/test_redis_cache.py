"""While Redis is unreachable the site is slower; it neither stops nor shows anything wrong."""

import socket
import time
from collections.abc import Iterator

import pytest
from redis import Redis
from redis.exceptions import RedisError

from apps.core.ids import new_id
from apps.core.redis_cache import OptionalRedisCache
from apps.core.testing.services import skip_or_fail

pytestmark = pytest.mark.redis

OPTIONS = {"socket_timeout": 1.0, "socket_connect_timeout": 0.5}
ADDRESS = "redis://127.0.0.1:6379/5"


@pytest.fixture
def away() -> OptionalRedisCache:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return OptionalRedisCache(f"redis://127.0.0.1:{port}/0", {"OPTIONS": OPTIONS})


@pytest.fixture
def kept() -> Iterator[OptionalRedisCache]:
    try:
        Redis.from_url(ADDRESS, socket_connect_timeout=0.5).ping()
    except RedisError:
        skip_or_fail("needs Redis at 127.0.0.1:6379")
    cache = OptionalRedisCache(ADDRESS, {"OPTIONS": OPTIONS, "KEY_PREFIX": f"test-{new_id()}"})
    yield cache
    cache.clear()


def test_while_it_is_away_reads_find_nothing(
    away: OptionalRedisCache, caplog: pytest.LogCaptureFixture
) -> None:
    assert away.get("a") is None
    assert away.get("a", "default") == "default"
    assert away.get("a", default="default") == "default"
    assert away.get_many(["a", "b"]) == {}
    assert away.has_key("a") is False
    assert {record.getMessage() for record in caplog.records} == {"cache not reached"}


def test_while_it_is_away_writes_do_nothing(away: OptionalRedisCache) -> None:
    assert away.set("a", 1) is None
    assert away.set_many({"a": 1}) == []
    assert away.add("a", 1) is False
    assert away.touch("a") is False
    assert away.delete("a") is False
    assert away.delete_many(["a"]) is None
    assert away.incr("a") == 0
    assert away.get_or_set("a", 7) == 7


def test_nobody_waits_for_a_server_that_is_away(away: OptionalRedisCache) -> None:
    started = time.monotonic()
    for _ in range(5):
        away.get("a")
    assert time.monotonic() - started < 2.0


def test_a_server_that_refuses_is_as_good_as_away(
    away: OptionalRedisCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object, **_kwargs: object) -> None:
        raise RedisError("OOM command not allowed")

    monkeypatch.setattr(type(away._cache), "set", full)
    monkeypatch.setattr(type(away._cache), "get", full)
    assert away.set("a", 1) is None
    assert away.get("a", "default") == "default"


def test_our_own_mistakes_are_not_forgiven(away: OptionalRedisCache) -> None:
    with pytest.raises(TypeError):
        away.set()
    with pytest.raises(TypeError):
        away.get()


def test_while_it_is_there_it_keeps_what_it_is_given(kept: OptionalRedisCache) -> None:
    kept.set("a", {"text": "नमस्ते"}, 10)
    kept.set_many({"b": 2})
    assert kept.get("a") == {"text": "नमस्ते"}
    assert kept.get_many(["a", "b", "c"]) == {"a": {"text": "नमस्ते"}, "b": 2}
    assert kept.add("a", 1) is False
    assert kept.add("n", 1, None) is True
    assert kept.incr("n") == 2
    assert kept.has_key("a") is True
    assert kept.delete("a") is True
    assert kept.get("a", "gone") == "gone"


def test_one_client_asks_again_and_again(kept: OptionalRedisCache) -> None:
    kept.set("a", 1)
    assert kept.get_many(["a"]) == {"a": 1}
    assert kept._cache.get_client(write=True) is kept._cache.get_client()


def test_clearing_it_leaves_the_keys_of_others(kept: OptionalRedisCache) -> None:
    other = OptionalRedisCache(ADDRESS, {"OPTIONS": OPTIONS, "KEY_PREFIX": f"{kept.key_prefix}-other"})
    queue, server = f"celery-{new_id()}", Redis.from_url(ADDRESS)
    other.set("a", 1)
    server.rpush(queue, "a task")
    try:
        kept.set_many({f"key {number}": number for number in range(50)})
        kept.clear()
        assert kept.get_many(f"key {number}" for number in range(50)) == {}
        assert (other.get("a"), server.lrange(queue, 0, -1)) == (1, [b"a task"])
    finally:
        other.clear()
        server.delete(queue)
