"""What a page is asked with, and what a route adds to the plain page."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.http import QueryDict

from apps.accounts.models import User
from apps.site.routes import Route

Answers = list[tuple[list[Any], Any]]
"""The browser's query keys, and what answers them."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a page is asked with."""

    values: dict[str, str]
    query: QueryDict
    person: User | None
    now: datetime
    session_key: str | None = None
    """Of the browser that asks, where somebody is logged in."""


@dataclass(frozen=True, slots=True)
class Content:
    """What a route adds to the plain page: a template with its context, and data for the browser."""

    template: str
    context: dict[str, Any]
    answers: Answers
    title: str | None = None
    description: str | None = None
    canonical: str | None = None
    structured: list[dict[str, Any]] = field(default_factory=list)


Maker = Callable[[Route, Asked], Content]
