"""A Redis cache whose absence slows the site down instead of stopping it."""

import functools
import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


def _or_else(answer: Callable[..., Any], method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def forgiving(*args: Any, **kwargs: Any) -> Any:
        try:
            return method(*args, **kwargs)
        except RedisError:
            # Not reached, full, or just being replaced: all the same to those who only wanted to be quick.
            logger.warning("cache not reached")
            return answer(*args, **kwargs)

    return forgiving


def _default(_self: RedisCache, _key: str, default: Any = None, *_args: Any, **_kwargs: Any) -> Any:
    return default


class _KeptClient(RedisCacheClient):
    """Keeps the client of its one server: made anew for each question, it costs as much as the answer."""

    _kept: Any = None

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        if self._kept is None:
            self._kept = super().get_client(key, write=write)
        return self._kept


class ForgivingRedisCache(RedisCache):
    """Reads find nothing and writes do nothing while Redis is away; `readyz` still tells the truth."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._class = _KeptClient

    get = _or_else(_default, RedisCache.get)
    get_many = _or_else(lambda *_a, **_k: {}, RedisCache.get_many)
    set = _or_else(lambda *_a, **_k: None, RedisCache.set)
    set_many = _or_else(lambda *_a, **_k: [], RedisCache.set_many)
    add = _or_else(lambda *_a, **_k: False, RedisCache.add)
    touch = _or_else(lambda *_a, **_k: False, RedisCache.touch)
    delete = _or_else(lambda *_a, **_k: False, RedisCache.delete)
    delete_many = _or_else(lambda *_a, **_k: None, RedisCache.delete_many)
    incr = _or_else(lambda *_a, **_k: 0, RedisCache.incr)
    has_key = _or_else(lambda *_a, **_k: False, RedisCache.has_key)
