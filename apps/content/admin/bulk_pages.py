"""Actions on many rows that show what will happen first. Nothing changes before it is confirmed."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.admin import helpers
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone

from apps.content.admin.changes import AppliesAtField
from apps.content.listed_price import ListedPrice
from apps.content.selectors import second_person
from apps.content.services import bulk_changes, changes
from apps.content.services.bulk_changes import NewPrice, NewStruck, PriceKind, PriceLine
from apps.content.states import ChangeKind
from apps.core import indian_time
from apps.core.formatting import short_price
from apps.core.model_fields import RupeesFormField

MAX_ROWS = 100
_SALT = "apps.content.bulk_prices"


class PriceForm(forms.Form):
    price = RupeesFormField(required=False, label="New price (rupees)", min_value=0, max_value=10_000_000)
    percent = forms.DecimalField(
        required=False,
        label="or change by per cent",
        min_value=-100,
        max_value=500,
        max_digits=6,
        decimal_places=2,
        help_text="Such as -20 for 20% less. Rounded to whole rupees.",
    )
    is_free = forms.BooleanField(
        required=False, label="Free for everybody?", help_text="Tick if the new price is 0 on purpose."
    )
    struck = RupeesFormField(
        required=False,
        label="New struck price (rupees)",
        min_value=1,
        max_value=10_000_000,
        help_text="Shown struck through beside the price. Leave empty to keep what there is.",
    )
    struck_last_day = forms.DateField(
        required=False,
        label="Last day of the struck price",
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text="In Indian time.",
    )
    is_struck_removed = forms.BooleanField(required=False, label="No struck price any more?")
    applies_at = AppliesAtField()

    def __init__(self, *args: Any, kind: PriceKind, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        if not kind.last_day_field:
            del self.fields["struck_last_day"], self.fields["is_struck_removed"]
        if not kind.struck_field:
            del self.fields["struck"]
        if kind.is_struck_required:
            self.fields["struck"].label = "New usual price (rupees)"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        if cleaned["price"] is not None and cleaned["percent"] is not None:
            raise forms.ValidationError("Enter either a price or a percentage.")
        struck, last_day = cleaned.get("struck"), cleaned.get("struck_last_day")
        is_removed = cleaned.get("is_struck_removed", False)
        if is_removed and struck is not None:
            raise forms.ValidationError("Enter a struck price, or remove it.")
        if self.kind.last_day_field and (struck is None) != (last_day is None):
            self.add_error("struck_last_day", "Enter a struck price and its last day, or neither.")
        elif last_day is not None and last_day < indian_time.day_of(cleaned["applies_at"] or timezone.now()):
            self.add_error("struck_last_day", "Enter a day from that on which it applies.")
        elif cleaned["price"] is None and cleaned["percent"] is None and struck is None and not is_removed:
            raise forms.ValidationError("Enter either a price or a percentage.")
        return cleaned

    def new_price(self) -> NewPrice:
        data = self.cleaned_data
        struck = None
        if data.get("struck") is not None or data.get("is_struck_removed"):
            struck = NewStruck(data["struck"], data.get("struck_last_day"))
        return NewPrice(
            paise=data["price"],
            percent=data["percent"],
            is_free_confirmed=bool(data["is_free"]),
            struck=struck,
        )


def publish(model_admin: Any, request: HttpRequest, queryset: Any) -> HttpResponse | None:
    rows = chosen_rows(model_admin, request, queryset)
    if rows is None:
        return None
    now, facts_of = timezone.now(), model_admin.facts_of
    if "confirmed" in request.POST:
        lines = bulk_changes.publish(
            of=model_admin.model, ids=[row.pk for row in rows], facts_of=facts_of, at=now
        )
        _tell(model_admin, request, lines, done="published")
        return None
    lines = bulk_changes.publish_plan(rows, facts_of=facts_of, at=now)
    context = {"lines": lines, "ready": [line for line in lines if not line.refused]}
    return page(model_admin, request, rows, "bulk_publish", "Publish", context)


def prices(model_admin: Any, request: HttpRequest, queryset: Any) -> HttpResponse | None:
    kind: PriceKind = model_admin.price_kind
    rows = chosen_rows(model_admin, request, queryset.select_related(*kind.related))
    if rows is None:
        return None
    is_sent = "preview" in request.POST or "confirmed" in request.POST
    form = PriceForm(request.POST if is_sent else None, kind=kind)
    if not form.is_valid():
        return page(model_admin, request, rows, "bulk_prices", "Change the price", {"form": form})
    new = form.new_price()
    if "confirmed" in request.POST:
        shown = _shown(request)
        # Rows that were not in the preview are not changed.
        shown = {row.pk: shown[row.pk] for row in rows if row.pk in shown}
        _change_prices(model_admin, request, form, shown)
        return None
    lines = bulk_changes.price_plan(rows, kind=kind, new=new)
    context = {
        "form": form,
        "lines": [(line, _who_pays(model_admin, line)) for line in lines],
        "ready": [line for line in lines if not line.refused],
        "is_proposal": _is_proposal(form),
        "hidden": [form[name].as_hidden() for name in form.fields],
        "shown": signing.dumps({str(row.pk): kind.offer_of(row).to_json() for row in rows}, salt=_SALT),
    }
    return page(model_admin, request, rows, "bulk_prices", "Change the price", context)


def _is_proposal(form: PriceForm) -> bool:
    """Whether another person must approve it: by the settings, or since it is for later."""
    is_later = form.cleaned_data["applies_at"] is not None
    return is_later or second_person.is_needed_for(ChangeKind.PRICE)


def _change_prices(
    model_admin: Any, request: HttpRequest, form: PriceForm, shown: dict[UUID, ListedPrice]
) -> None:
    of, kind, new = model_admin.model, form.kind, form.new_price()
    lines: list[PriceLine]
    if not _is_proposal(form):
        lines = bulk_changes.change_prices(of=of, shown=shown, kind=kind, new=new)
        _tell(model_admin, request, lines, done="given the new price")
        return
    lines = changes.propose_prices(
        of=of,
        shown=shown,
        kind=kind,
        new=new,
        applies_at=form.cleaned_data["applies_at"],
        by=request.user,  # type: ignore[arg-type]
        at=timezone.now(),
    )
    _tell(model_admin, request, lines, done="proposed: another person must approve the new price")


def _who_pays(model_admin: Any, line: Any) -> list[str]:
    if line.refused:
        return []
    if line.new.paise == line.old.paise:
        return ["Nobody pays another price."]
    sentences: list[str] = model_admin.who_pays(line.row, old_paise=line.old.paise, new_paise=line.new.paise)
    return sentences


def _shown(request: HttpRequest) -> dict[UUID, ListedPrice]:
    """The prices that the preview showed; empty if it is not one of ours."""
    try:
        found = signing.loads(request.POST.get("shown", ""), salt=_SALT, max_age=24 * 60 * 60)
    except signing.BadSignature:
        return {}
    return {UUID(key): ListedPrice.from_json(offer) for key, offer in found.items()}


def chosen_rows(model_admin: Any, request: HttpRequest, queryset: Any) -> list[Any] | None:
    """In the order of the list; None, with a message, if there are too many."""
    rows = list(queryset[: MAX_ROWS + 1])
    if len(rows) <= MAX_ROWS:
        return rows
    model_admin.message_user(
        request, f"Choose at most {MAX_ROWS} at a time, so that you can read the preview.", messages.ERROR
    )
    return None


def page(
    model_admin: Any,
    request: HttpRequest,
    rows: list[Any],
    template: str,
    name: str,
    context: dict[str, Any],
) -> HttpResponse:
    full_context = {
        **model_admin.admin_site.each_context(request),
        "title": name,
        "name": name,
        "opts": model_admin.opts,
        "media": model_admin.media,
        "rows": rows,
        "action": request.POST.get("action", ""),
        "checkbox_name": helpers.ACTION_CHECKBOX_NAME,
        "back": request.get_full_path(),
        "is_nav_sidebar_enabled": False,
        **context,
    }
    return TemplateResponse(request, f"admin/content/{template}.html", full_context)


def _tell(model_admin: Any, request: HttpRequest, lines: list[Any], *, done: str) -> None:
    refused = [line for line in lines if line.refused]
    count = len(lines) - len(refused)
    if count:
        was = "1 was" if count == 1 else f"{count} were"
        model_admin.message_user(request, f"{was} {done}.", messages.SUCCESS)
    for line in refused:
        model_admin.message_user(request, f"{line.name}: {line.refused}", messages.ERROR)
    if not lines:
        model_admin.message_user(
            request, "Nothing was changed: the preview is out of date. Try again.", messages.ERROR
        )


def new_buyers(new_paise: int) -> str:
    if new_paise == 0:
        return "New buyers: free."
    return f"New buyers: {short_price(new_paise)} plus GST."


def open_orders(old_paise: int) -> str:
    return f"Orders that were placed keep {'their bill' if old_paise == 0 else short_price(old_paise)}."
