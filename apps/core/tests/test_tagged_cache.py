"""Cached responses: made once, made again after a tag was invalidated, and never stale after a commit."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
import time_machine
from django.core.cache import cache
from django.db import transaction

from apps.core import tagged_cache

pytestmark = pytest.mark.django_db

type_of_committed = Callable[[], AbstractContextManager[None]]


class Maker:
    def __init__(self, answer: object = "answer") -> None:
        self.calls = 0
        self.answer = answer

    def __call__(self) -> object:
        self.calls += 1
        return self.answer


def asked(make: Callable[[], object], *, topics: tuple[str, ...] = ("catalog",), key: str = "list") -> object:
    return tagged_cache.get_or_set(tags=topics, key=key, make=make)


@pytest.mark.parametrize("answer", ["answer", None, 0, [], {"a": 1}])
def test_an_answer_is_made_once(answer: object) -> None:
    make = Maker(answer)
    assert (asked(make), asked(make), make.calls) == (answer, answer, 1)


def test_keys_and_tags_are_kept_apart() -> None:
    assert asked(Maker("a"), key="a") == "a"
    assert asked(Maker("b"), key="b") == "b"
    assert asked(Maker("c"), topics=("site",), key="a") == "c"


def test_an_invalidated_response_is_made_again(committed: type_of_committed) -> None:
    make, other = Maker(), Maker()
    asked(make, topics=("catalog", "site"))
    asked(other, topics=("catalog",))
    with committed():
        tagged_cache.invalidate("site")
    asked(make, topics=("catalog", "site"))
    asked(other, topics=("catalog",))
    assert (make.calls, other.calls) == (2, 1)


def test_what_is_rolled_back_invalidates_nothing(committed: type_of_committed) -> None:
    make = Maker()
    asked(make)
    with committed(), transaction.atomic():
        tagged_cache.invalidate("catalog")
        transaction.set_rollback(True)
    asked(make)
    assert make.calls == 1


def test_until_the_commit_the_old_answer_stands(committed: type_of_committed) -> None:
    make = Maker()
    asked(make)
    with committed():
        tagged_cache.invalidate("catalog")
        asked(make)
        assert make.calls == 1
    asked(make)
    assert make.calls == 2


@pytest.mark.django_db(transaction=True)
def test_a_cache_that_fails_does_not_fail_what_was_committed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(cache, "incr", broken)
    with transaction.atomic(durable=True):
        tagged_cache.invalidate("catalog")
    assert asked(Maker()) == "answer"


def local(make: Callable[[], object], *, key: str = "list") -> object:
    return tagged_cache.local(tags=("catalog",), key=key, make=make)


@pytest.mark.parametrize("answer", ["answer", None, 0, [], {"a": 1}])
def test_a_local_response_is_made_once(answer: object) -> None:
    make = Maker(answer)
    assert [local(make) for _ in range(4)] == [answer] * 4
    assert make.calls == 1


def test_a_local_response_is_made_again_once_its_tag_is_invalidated(committed: type_of_committed) -> None:
    assert local(Maker("old")) == local(Maker("new")) == "old"
    with committed():
        tagged_cache.invalidate("catalog")
        assert local(Maker("new")) == "old"
    assert local(Maker("new")) == "new"


def test_a_local_response_goes_with_the_cache() -> None:
    assert local(Maker("old")) == local(Maker("new")) == "old"
    cache.clear()
    assert local(Maker("new")) == "new"


@pytest.mark.parametrize("read", [asked, local])
def test_an_answer_is_never_older_than_a_minute(read: Callable[..., object]) -> None:
    with time_machine.travel("2026-11-21T09:30:00Z", tick=False) as clock:
        assert read(Maker("old")) == read(Maker("new")) == "old"
        clock.shift(59)
        assert read(Maker("new")) == "old"
        clock.shift(1)
        assert read(Maker("new")) == "new"


@pytest.mark.parametrize("read", [asked, local])
@pytest.mark.parametrize("read_part", [asked, local])
def test_no_part_of_an_answer_is_older_than_a_minute(
    read: Callable[..., object], read_part: Callable[..., object]
) -> None:
    """The part is 50 seconds old when the whole is made of it, which then has 10 seconds left."""

    def whole(part: str) -> object:
        return read(lambda: read_part(Maker(part), key="part"), key="whole")

    with time_machine.travel("2026-11-21T09:30:00Z", tick=False) as clock:
        local(Maker(), key="first, which numbers the tag")
        assert read_part(Maker("old"), key="part") == "old"
        clock.shift(50)
        assert whole("new") == "old"
        clock.shift(9)
        assert whole("new") == "old"
        clock.shift(1)
        assert whole("new") == "new"


def test_only_so_many_responses_are_local(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tagged_cache, "_MAX_LOCAL", 3)
    monkeypatch.setattr(tagged_cache, "_copies", {})
    for number in range(10):
        local(Maker(), key=str(number))
    assert len(tagged_cache._copies) <= 3


def test_without_a_cache_a_local_response_is_made_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "get_many", lambda _names: {})
    monkeypatch.setattr(cache, "add", lambda *_arguments: False)
    assert [local(Maker("old")), local(Maker("new"))] == ["old", "new"]
