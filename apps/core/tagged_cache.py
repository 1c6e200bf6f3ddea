"""
Cached responses that many people share, until staff save something they show.

Each cached response has tags ("catalog", "site"). Every tag has a generation number in the cache, and a
response is stored with the numbers it was made under. So invalidating a tag is one increment and needs no
list of keys, and a read is one round trip: numbers and response come together.
"""

import hashlib
import math
import secrets
import time
from collections.abc import Callable
from contextvars import ContextVar
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

from django.core.cache import cache
from django.db import transaction

from apps.core import metrics

Given = ParamSpec("Given")
Response = TypeVar("Response")

_LIFETIME_SECONDS = 60
"""
A response is never older than this, nor is anything that it is made of: also where another process saved and
the cache is not shared, and where nobody saved but a moment has come (decision 0102).
"""

_GENERATION_SECONDS = 24 * 3600
"""Far longer than any response: when a number expires, nothing stored with it is left."""

_MAX_LOCAL = 200
_copies: dict[tuple[Any, ...], Any] = {}
_ends_at: ContextVar[float] = ContextVar("end of what is being made", default=math.inf)


def get_or_set(
    *, tags: tuple[str, ...], key: str, make: Callable[[], Response], seconds: int = _LIFETIME_SECONDS
) -> Response:
    """The response cached under the key, made again when a tag was invalidated since."""
    _, response = _get_or_set(tags, key, make, seconds)
    return response


def cached(
    *, tags: tuple[str, ...], key: str | Callable[..., str]
) -> Callable[[Callable[Given, Response]], Callable[Given, Response]]:
    """`get_or_set` of what the function returns; a key that depends on its arguments is made of them."""

    def decorate(make: Callable[Given, Response]) -> Callable[Given, Response]:
        @wraps(make)
        def get(*args: Given.args, **kwargs: Given.kwargs) -> Response:
            own_key = key if isinstance(key, str) else key(*args, **kwargs)
            return get_or_set(tags=tags, key=own_key, make=partial(make, *args, **kwargs))

        return get

    return decorate


def local(*, tags: tuple[str, ...], key: str, make: Callable[[], Response]) -> Response:
    """
    What `get_or_set` gives, for the few long responses that are requested most.

    This process has a copy, and asks the cache no more than whether a tag was invalidated since.
    """
    generations = cache.get_many(_generation_key(tag) for tag in tags)
    if len(generations) < len(tags):
        _start_generations(tags)
        return get_or_set(tags=tags, key=key, make=make)
    cache_key = (tags, key, *generations.values())
    copy: tuple[float, Response] | None = _copies.get(cache_key)
    if copy is not None and copy[0] > time.time():
        metrics.CACHE_READS.labels("hit").inc()
        _limit_what_is_made(copy[0])
    else:
        if len(_copies) >= _MAX_LOCAL:
            _copies.clear()
        copy = _copies[cache_key] = _get_or_set(tags, key, make, _LIFETIME_SECONDS)
    return copy[1]


def store(*, tags: tuple[str, ...], key: str, response: Any, seconds: int = _LIFETIME_SECONDS) -> None:
    """Cache a response that was made already, for whoever asks next."""
    cache_key = _cache_key(tags, key)
    generations, _ = _read(tags, cache_key)
    cache.set(cache_key, (generations, time.time() + seconds, response), seconds)


def _get_or_set(
    tags: tuple[str, ...], key: str, make: Callable[[], Response], seconds: int
) -> tuple[float, Response]:
    """When the response ends, and the response."""
    cache_key = _cache_key(tags, key)
    generations, cached = _read(tags, cache_key)
    is_hit = cached is not None and cached[0] == generations and cached[1] > time.time()
    metrics.CACHE_READS.labels("hit" if is_hit else "miss").inc()
    if is_hit:
        _, ends_at, response = cached
    else:
        outer = _ends_at.set(time.time() + seconds)
        try:
            response = make()
            ends_at = _ends_at.get()
        finally:
            _ends_at.reset(outer)
        # With the numbers from before it was made: what was invalidated meanwhile is not taken for new.
        cache.set(cache_key, (generations, ends_at, response), seconds)
    _limit_what_is_made(ends_at)
    return ends_at, response


def _limit_what_is_made(ends_at: float) -> None:
    """What contains a cached response ends with it, so that no part is older than the whole may get."""
    _ends_at.set(min(ends_at, _ends_at.get()))


def _read(tags: tuple[str, ...], cache_key: str) -> tuple[list[int], Any]:
    """The generations of the tags, and what is cached, or None."""
    names = [_generation_key(tag) for tag in tags]
    found = cache.get_many([*names, cache_key])
    return [found.get(name, 0) for name in names], found.get(cache_key)


def _cache_key(tags: tuple[str, ...], key: str) -> str:
    # Keys may hold what people typed: the digest is short and plain whatever that was.
    spelled = ":".join((*tags, key))
    # 3: the entries of the version before have another shape.
    return "response-3:" + hashlib.blake2b(spelled.encode(), digest_size=20).hexdigest()


def invalidate(tag: str) -> None:
    """Drop what was cached under the tag once the present transaction is committed."""

    # A named function: Django names a robust callback that fails, and a partial has no name to give.
    def next_generation() -> None:
        _start_generations((tag,))
        cache.incr(_generation_key(tag))

    transaction.on_commit(next_generation, robust=True)


def _start_generations(tags: tuple[str, ...]) -> None:
    """Give tags a number that no copy in any process can have been made under."""
    for tag in tags:
        cache.add(_generation_key(tag), secrets.randbits(48), _GENERATION_SECONDS)


def _generation_key(tag: str) -> str:
    return f"generation:{tag}"
