"""The kinds of things that are sold, as people name them."""

import re
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from apps.core import sellables


def named(kind: str) -> str:
    """'Live trading' for liveTrading."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind).capitalize()


def choices() -> list[tuple[str, str]]:
    return sorted((sellable.kind, named(sellable.kind)) for sellable in sellables.everything())


class KindFilter(admin.SimpleListFilter):
    title = "kind"
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return choices()

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset if self.value() is None else queryset.filter(kind=self.value())
