"""Labels of the kinds that are registered for sale."""

import re
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from apps.core import sellables


def kind_label(kind: str) -> str:
    """'Live trading' for liveTrading."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind).capitalize()


def kind_choices() -> list[tuple[str, str]]:
    return sorted((sellable.kind, kind_label(sellable.kind)) for sellable in sellables.all_kinds())


class KindFilter(admin.SimpleListFilter):
    title = "kind"
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return kind_choices()

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset if self.value() is None else queryset.filter(kind=self.value())
