"""The search engine of the current database."""

from django.db import connection

from apps.catalog.search import postgresql, sqlite
from apps.catalog.search.terms import Engine

_ENGINES: dict[str, Engine] = {"postgresql": postgresql, "sqlite": sqlite}


def engine() -> Engine:
    return _ENGINES[connection.vendor]
