"""
Answers that many people share, kept until staff save something they show.

Each kept answer belongs to topics ("catalog", "site"). Every topic has a generation number in the
cache, and an answer is kept with the numbers that it was made under. So forgetting a topic is one
increment and needs no list of keys, and asking is one journey: numbers and answer come together.
"""

import hashlib
import secrets
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache import cache
from django.db import transaction

Answer = TypeVar("Answer")

_LIFETIME_SECONDS = 60
"""An answer is never older than this, also where another process saved and the cache is not shared."""

_GENERATION_SECONDS = 24 * 3600
"""Far longer than any answer lives: when a number begins anew, nothing kept under the old one is left."""

_AT_HAND_SECONDS = _LIFETIME_SECONDS // 2
_MOST_AT_HAND = 200
_copies: dict[tuple[Any, ...], Any] = {}


def remembered(
    *, topics: tuple[str, ...], key: str, make: Callable[[], Answer], seconds: int = _LIFETIME_SECONDS
) -> Answer:
    """The answer kept under the key, made afresh when a topic was forgotten since."""
    place = _place(topics, key)
    generations, kept = _read(topics, place)
    if kept is not None and kept[0] == generations:
        answer: Answer = kept[1]
        return answer
    made = make()
    # With the numbers from before it was made: what was forgotten meanwhile is not taken for new.
    cache.set(place, (generations, made), seconds)
    return made


def at_hand(*, topics: tuple[str, ...], key: str, make: Callable[[], Answer]) -> Answer:
    """
    What `remembered` gives, for the few answers that are asked for most and are long.

    This process has a copy, and asks the cache no more than whether a topic was forgotten since.
    """
    generations = cache.get_many(_generation_key(topic) for topic in topics)
    if len(generations) < len(topics):
        _begin(topics)
        return remembered(topics=topics, key=key, make=make)
    place = (topics, key, *generations.values(), int(time.time() // _AT_HAND_SECONDS))
    copy: tuple[Answer] | None = _copies.get(place)
    if copy is None:
        if len(_copies) >= _MOST_AT_HAND:
            _copies.clear()
        # What the cache gives may be as old as a copy may get, so that both together keep the lifetime.
        copy = (remembered(topics=topics, key=key, make=make, seconds=_AT_HAND_SECONDS),)
        _copies[place] = copy
    return copy[0]


def keep(*, topics: tuple[str, ...], key: str, answer: Any, seconds: int = _LIFETIME_SECONDS) -> None:
    """Keep an answer that is at hand already, for whoever asks next."""
    place = _place(topics, key)
    generations, _ = _read(topics, place)
    cache.set(place, (generations, answer), seconds)


def _read(topics: tuple[str, ...], place: str) -> tuple[list[int], Any]:
    """The generations of the topics, and what is kept, or None."""
    names = [_generation_key(topic) for topic in topics]
    found = cache.get_many([*names, place])
    return [found.get(name, 0) for name in names], found.get(place)


def _place(topics: tuple[str, ...], key: str) -> str:
    # Keys may hold what people typed: the digest is short and plain whatever that was.
    spelled = ":".join((*topics, key))
    return "answer:" + hashlib.blake2b(spelled.encode(), digest_size=20).hexdigest()


def forget(topic: str) -> None:
    """Drop what was kept on the topic once the present transaction is committed."""

    # A named function: Django names a robust callback that fails, and a partial has no name to give.
    def next_generation() -> None:
        _next_generation(topic)

    transaction.on_commit(next_generation, robust=True)


def _next_generation(topic: str) -> None:
    _begin((topic,))
    cache.incr(_generation_key(topic))


def _begin(topics: tuple[str, ...]) -> None:
    """Give topics a number that no copy at hand in any process can have been made under."""
    for topic in topics:
        cache.add(_generation_key(topic), secrets.randbits(48), _GENERATION_SECONDS)


def _generation_key(topic: str) -> str:
    return f"generation:{topic}"
