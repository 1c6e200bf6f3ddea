"""The types that the page builders share."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.http import QueryDict

from apps.accounts.models import User
from apps.site.routes import Route

Answers = list[tuple[list[Any], Any]]
"""Pairs of a query key of the browser and its response."""


@dataclass(frozen=True, slots=True)
class PageRequest:
    values: dict[str, str]
    query: QueryDict
    person: User | None
    now: datetime
    session_key: str | None = None
    """Of the login session, if there is one."""


@dataclass(frozen=True, slots=True)
class PageContent:
    """What a route adds to the shell: a template with its context, and data for the browser."""

    template: str
    context: dict[str, Any]
    answers: Answers
    title: str | None = None
    description: str | None = None
    canonical: str | None = None
    structured: list[dict[str, Any]] = field(default_factory=list)


PageBuilder = Callable[[Route, PageRequest], PageContent]
