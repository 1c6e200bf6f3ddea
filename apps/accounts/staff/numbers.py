"""Lists of the admin find a complete mobile number in any usual spelling, by its index."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from apps.accounts.selectors import people_search

_OF_A_PERSON = "person__mobile"


class NumbersInSearchMixin:
    """For a ModelAdmin: '+91 98765 43210' is searched as it is stored, in ten digits."""

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        number = people_search.complete_number(search_term)
        if number and _OF_A_PERSON in self.get_search_fields(request):  # type: ignore[attr-defined]
            # 'Contains' would read the rows of everybody.
            return queryset.filter(**{_OF_A_PERSON: number}), False
        found: tuple[QuerySet[Any], bool] = super().get_search_results(  # type: ignore[misc]
            request, queryset, number or search_term
        )
        return found
