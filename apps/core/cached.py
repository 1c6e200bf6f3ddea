"""
Answers that many people share, kept until staff save something they show.

Each kept answer belongs to topics ("catalog", "site"). Every topic has a generation number in the
cache which is part of the key, so forgetting a topic is one increment and needs no list of keys.
"""

import hashlib
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache import cache
from django.db import transaction

Answer = TypeVar("Answer")

_LIFETIME_SECONDS = 60
"""An answer is never older than this, also where another process saved and the cache is not shared."""

_GENERATION_SECONDS = 24 * 3600
"""Far longer than any answer lives: when a number begins anew, nothing kept under the old one is left."""


def remembered(
    *, topics: tuple[str, ...], key: str, make: Callable[[], Answer], seconds: int = _LIFETIME_SECONDS
) -> Answer:
    """The answer kept under the key, made afresh when a topic was forgotten since."""
    full_key = _full_key(topics, key)
    kept: tuple[Answer] | None = cache.get(full_key)
    if kept is not None:
        return kept[0]
    answer = make()
    # In a tuple, so that an answer that is None is told from none at all.
    cache.set(full_key, (answer,), seconds)
    return answer


def keep(*, topics: tuple[str, ...], key: str, answer: Any, seconds: int = _LIFETIME_SECONDS) -> None:
    """Keep an answer that is at hand already, for whoever asks next."""
    cache.set(_full_key(topics, key), (answer,), seconds)


def _full_key(topics: tuple[str, ...], key: str) -> str:
    names = [_generation_key(topic) for topic in topics]
    generations = cache.get_many(names)
    spelled = ":".join([*(f"{name}={generations.get(name, 0)}" for name in names), key])
    # Keys may hold what people typed: the digest is short and plain whatever that was.
    return "answer:" + hashlib.blake2b(spelled.encode(), digest_size=20).hexdigest()


def forget(topic: str) -> None:
    """Drop what was kept on the topic once the present transaction is committed."""

    # A named function: Django names a robust callback that fails, and a partial has no name to give.
    def next_generation() -> None:
        _next_generation(topic)

    transaction.on_commit(next_generation, robust=True)


def _next_generation(topic: str) -> None:
    name = _generation_key(topic)
    cache.add(name, 0, _GENERATION_SECONDS)
    cache.incr(name)


def _generation_key(topic: str) -> str:
    return f"generation:{topic}"
