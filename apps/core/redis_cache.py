"""A Redis cache that the site can do without: while it is unreachable, pages are only slower."""

import functools
import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


def _with_fallback(fallback: Callable[..., Any], method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        try:
            return method(*args, **kwargs)
        except RedisError:
            # Unreachable, full or failing over: callers need the cache for speed only.
            logger.warning("cache not reached")
            return fallback(*args, **kwargs)

    return wrapper


def _default(_self: RedisCache, _key: str, default: Any = None, *_args: Any, **_kwargs: Any) -> Any:
    return default


class _ReusedClient(RedisCacheClient):
    """Reuses one client: creating one for each command takes as long as the command."""

    _reused: Any = None

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        if self._reused is None:
            self._reused = super().get_client(key, write=write)
        return self._reused


class OptionalRedisCache(RedisCache):
    """While Redis is unreachable, reads miss and writes do nothing; `readyz` still reports it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._class = _ReusedClient

    get = _with_fallback(_default, RedisCache.get)
    get_many = _with_fallback(lambda *_a, **_k: {}, RedisCache.get_many)
    set = _with_fallback(lambda *_a, **_k: None, RedisCache.set)
    set_many = _with_fallback(lambda *_a, **_k: [], RedisCache.set_many)
    add = _with_fallback(lambda *_a, **_k: False, RedisCache.add)
    touch = _with_fallback(lambda *_a, **_k: False, RedisCache.touch)
    delete = _with_fallback(lambda *_a, **_k: False, RedisCache.delete)
    delete_many = _with_fallback(lambda *_a, **_k: None, RedisCache.delete_many)
    incr = _with_fallback(lambda *_a, **_k: 0, RedisCache.incr)
    has_key = _with_fallback(lambda *_a, **_k: False, RedisCache.has_key)

    def clear(self) -> None:
        """Delete our own keys: Django empties the Redis database, in which the broker has its queues."""
        server = self._cache.get_client(write=True)
        cursor = None
        while cursor != 0:
            cursor, keys = server.scan(cursor or 0, match=f"{self.key_prefix}:*", count=10_000)
            if keys:
                server.unlink(*keys)
