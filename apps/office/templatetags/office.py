"""The admin's navigation and its list of models, and how figures are written."""

from typing import Any

from django import template
from django.http import HttpRequest

from apps.core.formatting import exact_price, indian_number
from apps.core.spreadsheets import CellKind
from apps.office import model_groups, pages
from apps.office.selectors.files.columns import Total

register = template.Library()


@register.inclusion_tag("admin/office/navigation.html", takes_context=True)
def office_navigation(context: Any) -> dict[str, Any]:
    request: HttpRequest | None = context.get("request")
    is_staff = request is not None and context.get("has_permission", False)
    found = pages.navigation(request) if is_staff and request is not None else []
    return {"pages": found, "path": request.path if request else ""}


@register.filter
def by_subject(app_list: Any) -> list[dict[str, Any]]:
    """The admin's list of apps and models, grouped by what people do."""
    return model_groups.grouped(app_list or [])


@register.filter
def lower_first(text: str) -> str:
    """For a heading within a sentence; abbreviations stay as they are."""
    return text if text[:2].isupper() else text[:1].lower() + text[1:]


@register.filter
def lakhs(number: int) -> str:
    return f"−{indian_number(-number)}" if number < 0 else indian_number(number)


@register.filter
def written(total: Total) -> str:
    return exact_price(total.value) if total.column.kind == CellKind.RUPEES else lakhs(total.value)
