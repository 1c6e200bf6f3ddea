"""Shared answers: made once, made again after a topic was forgotten, and never stale after a commit."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.core.cache import cache
from django.db import transaction

from apps.core import cached

pytestmark = pytest.mark.django_db

type_of_committed = Callable[[], AbstractContextManager[None]]


class Maker:
    def __init__(self, answer: object = "answer") -> None:
        self.calls = 0
        self.answer = answer

    def __call__(self) -> object:
        self.calls += 1
        return self.answer


def asked(make: Maker, *, topics: tuple[str, ...] = ("catalog",), key: str = "list") -> object:
    return cached.remembered(topics=topics, key=key, make=make)


@pytest.mark.parametrize("answer", ["answer", None, 0, [], {"a": 1}])
def test_an_answer_is_made_once(answer: object) -> None:
    make = Maker(answer)
    assert (asked(make), asked(make), make.calls) == (answer, answer, 1)


def test_keys_and_topics_are_kept_apart() -> None:
    assert asked(Maker("a"), key="a") == "a"
    assert asked(Maker("b"), key="b") == "b"
    assert asked(Maker("c"), topics=("site",), key="a") == "c"


def test_a_forgotten_topic_is_made_again(committed: type_of_committed) -> None:
    make, other = Maker(), Maker()
    asked(make, topics=("catalog", "site"))
    asked(other, topics=("catalog",))
    with committed():
        cached.forget("site")
    asked(make, topics=("catalog", "site"))
    asked(other, topics=("catalog",))
    assert (make.calls, other.calls) == (2, 1)


def test_what_is_rolled_back_forgets_nothing(committed: type_of_committed) -> None:
    make = Maker()
    asked(make)
    with committed(), transaction.atomic():
        cached.forget("catalog")
        transaction.set_rollback(True)
    asked(make)
    assert make.calls == 1


def test_until_the_commit_the_old_answer_stands(committed: type_of_committed) -> None:
    make = Maker()
    asked(make)
    with committed():
        cached.forget("catalog")
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
        cached.forget("catalog")
    assert asked(Maker()) == "answer"
