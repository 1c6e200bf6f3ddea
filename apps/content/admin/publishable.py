"""The admin of what is published and sold: a checklist, actions with a preview, the history of the price."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, ClassVar
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from apps.audit.selectors import publication
from apps.audit.selectors.price_history import price_history
from apps.content.admin import bulk_pages
from apps.content.admin.approvals import ApprovalMixin
from apps.content.selectors import second_person
from apps.content.services.bulk_changes import PriceKind
from apps.content.states import ChangeKind
from apps.core import advertised_texts, indian_time, publishing
from apps.core.advert_words import PublicText
from apps.core.formatting import short_price
from apps.core.protected_rows import ProtectedRowsAdmin, ProtectedRowsFormSet
from apps.core.publishing import FactsOf

_SECOND_PERSON = (
    "A new price needs a second person. Choose this in the list and take the action 'Change the price'."
)
_BY_THE_ACTION = (
    "The price of what is public changes in its list: choose it there and take the action 'Change the price'."
)
_SECOND_PERSON_FOR_PLANS = (
    "A new price needs a second person. Choose the plan in the list of plans and take the action 'Change the "
    "price'."
)

FIELDS: Any = (
    "Before publishing",
    {"fields": (("price_confirmed", "free_confirmed"), "approval")},
)


class PricedForm(forms.ModelForm):
    """A price of what is or was public changes by the action of the list, if it needs a second person."""

    publishing_admin: ClassVar[Any]

    def _post_clean(self) -> None:
        super()._post_clean()  # type: ignore[misc]
        kind = self.publishing_admin.price_kind
        changed = [name for name in kind.fields if name in self.changed_data] if kind is not None else []
        if self.instance._state.adding or not changed:
            return
        refusal = price_refusal(kind)
        # As it is saved: the form may have taken the row back already.
        if refusal and any_was_public(kind, type(self.instance), [self.instance.pk]):
            for name in set(changed).difference(self.errors):
                self.add_error(name, refusal)


class PlanFormSet(ProtectedRowsFormSet):
    """
    Plans on the page of what they belong to.

    Prices of those that are or were public change by the action of their list.
    """

    model: Any
    price_kind: PriceKind

    def clean(self) -> None:
        super().clean()
        kind = self.price_kind
        fields = set(kind.fields)
        ids = [form.instance.pk for form in self.initial_forms if not fields.isdisjoint(form.changed_data)]
        refusal = ids and price_refusal(kind, second_person_text=_SECOND_PERSON_FOR_PLANS)
        if refusal and any_was_public(kind, self.model, ids):
            raise ValidationError(refusal)


def price_refusal(kind: PriceKind, *, second_person_text: str = _SECOND_PERSON) -> str:
    """Why a price of what is or was public does not change on a page; empty if it may."""
    if second_person.is_needed_for(ChangeKind.PRICE):
        return second_person_text
    # The preview of the action is what confirms it.
    return "" if kind.has_confirmations or kind.confirm else _BY_THE_ACTION


def any_was_public(kind: PriceKind, of: type[models.Model], ids: Collection[UUID]) -> bool:
    return any(publication.was_public(*kind.published_with(row)) for row in kind.rows(of, ids))


class PublishingForm(PricedForm):
    """What is public already may not become what could not be published."""

    _KEPT = "kept"
    """The value of a box that was ticked when the page was made: it confirms no price that changes now."""

    price_confirmed = forms.BooleanField(
        required=False,
        help_text="Somebody read the price once more. Asked before publishing, and for each new price.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        row = self.instance
        if not row._state.adding and row.has_confirmed(self.publishing_admin.prices_of(row)):
            self.initial["price_confirmed"] = True
            self.fields["price_confirmed"].widget.attrs["value"] = self._KEPT

    @property
    def was_published(self) -> bool:
        before = getattr(self, "before", {})
        return before.get("is_published") == "True"

    def _post_clean(self) -> None:
        super()._post_clean()
        row, model_admin = self.instance, self.publishing_admin
        price = None if model_admin.price_kind is None else getattr(row, model_admin.price_kind.field)
        changed = set(self.changed_data)
        if model_admin.price_kind is not None and model_admin.price_kind.field in changed:
            changed.add("price")
        if price and {"price", "free_confirmed"}.intersection(changed):
            row.free_confirmed = False
        self._read_confirmation(price)
        if self.errors or not (self.was_published and row.is_published):
            return
        try:
            publishing.refuse_change_of_published(
                row,
                changed=changed,
                text_fields=model_admin.public_text_fields,
                price_paise=price,
                texts=model_admin.facts_of([row])[row.pk].texts,
                day=indian_time.today(),
            )
        except ValidationError as error:
            self.add_error(None, error)
        else:
            self._require_confirmation(price)

    def _read_confirmation(self, price: int | None) -> None:
        row, sent = self.instance, self.data.get(self.add_prefix("price_confirmed"))
        is_free = price == 0 and row.free_confirmed
        row.confirms_prices = is_free or (bool(sent) and sent != self._KEPT)
        if not (sent or is_free):
            row.confirmed_prices = None

    def _require_confirmation(self, price: int | None) -> None:
        """So that no typing error is on sale at once."""
        row, kind = self.instance, self.publishing_admin.price_kind
        if price is None or kind.field not in self.changed_data:
            return
        if row.confirms_prices or row.has_confirmed([price]):
            return
        self.add_error("price_confirmed", f"The new price is {short_price(price)}. Tick this if it is right.")
        # The form is shown again with an empty box: its tick is about this price.
        name = self.add_prefix("price_confirmed")
        self.data = {key: value for key, value in self.data.items() if key != name}
        self.fields["price_confirmed"].widget.attrs.pop("value", None)


class PublicationMixin:
    """The column 'publication' for what is public from a moment on."""

    @admin.display(description="publication", ordering="published_at")
    def publication(self, row: Any) -> str:
        return publishing.publication(row, at=timezone.now())


class PricedRowsAdmin(ProtectedRowsAdmin):
    """Has an action for new prices, and shows what the price was."""

    price_kind: PriceKind | None = None
    actions: Any = ("change_prices",)
    change_form_template = "admin/content/publishing_form.html"

    class Media:
        css: ClassVar = {"all": ["brand/publishing.css"]}

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, change=change, **kwargs)
        form.publishing_admin = self
        return form

    def who_pays(self, row: Any, *, old_paise: int, new_paise: int) -> list[str]:
        """Who pays the new price and who does not, in sentences."""
        raise NotImplementedError

    @admin.action(description="Change the price", permissions=["change"])
    def change_prices(self, request: HttpRequest, queryset: Any) -> HttpResponse | None:
        return bulk_pages.prices(self, request, queryset)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> Any:
        row = context.get("original")
        if row is not None:
            context["price_history"] = price_history(row)
        return super().render_change_form(request, context, *args, **kwargs)


class PublishingAdmin(ApprovalMixin, PricedRowsAdmin):
    form: Any = PublishingForm
    archive_field = "is_published"
    actions: Any = ("publish", "change_prices")
    linked_lookups: Any = ("approval_last_day__lt",)
    facts_of: FactsOf
    public_text_fields: Sequence[str] = ()
    part_text_fields: Sequence[str] = ()

    def view_on_site(self, obj: Any) -> str | None:
        return obj.get_absolute_url() if publishing.is_public(obj, at=timezone.now()) else None

    @property
    def author_fields(self) -> Sequence[str]:  # type: ignore[override]
        return (*self.public_text_fields, *self.part_text_fields)

    def texts_of(self, row: Any) -> Sequence[PublicText]:
        return self.facts_of([row])[row.pk].texts

    def prices_of(self, row: Any) -> Iterable[int]:
        """What is confirmed together."""
        kind = self.price_kind
        return [getattr(row, kind.field)] if kind else self.facts_of([row])[row.pk].prices

    def missing(self, row: Any) -> list[str]:
        return publishing.missing(row, self.facts_of([row])[row.pk], day=indian_time.today())

    def restore_refusal(self, obj: Any) -> str | None:
        missing = self.missing(obj)
        return f"Not restored. Missing: {'; '.join(missing)}." if missing else None

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        row = form.instance
        advertised_texts.saved.send(type(row), row=row)
        if row.confirms_prices:
            # With those that were entered on the same page.
            row.confirmed_prices = sorted(set(self.prices_of(row)))
            type(row)._default_manager.filter(pk=row.pk).update(confirmed_prices=row.confirmed_prices)
        if not row.is_published:
            return
        if form.was_published:
            self.warn_of_words(request, row)
            return
        missing = self.missing(row)
        if missing:
            # In the transaction of the form: nobody has seen it.
            self.set_archive_field(row, False)
            row.is_published = False
            self.message_user(request, f"Not published. Missing: {'; '.join(missing)}.", messages.ERROR)

    def warn_of_words(self, request: HttpRequest, row: Any) -> None:
        """What its parts said before, or say again since they were restored, refuses no change."""
        step = publishing.advert_step(row, self.texts_of(row), day=indian_time.today())
        if row.is_published and not step.is_done:
            self.message_user(request, f"This is public and needs {step.missing}.", messages.WARNING)

    @admin.action(description="Publish", permissions=["change"])
    def publish(self, request: HttpRequest, queryset: Any) -> HttpResponse | None:
        return bulk_pages.publish(self, request, queryset)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> Any:
        row = context.get("original")
        if row is not None:
            # A refused form has changed the row in memory; the list is about what is saved.
            saved = type(row)._default_manager.get(pk=row.pk) if request.method == "POST" else row
            facts, day = self.facts_of([saved])[saved.pk], indian_time.today()
            context["checklist"] = publishing.checklist(saved, facts, day=day)
            context["publication"] = publishing.publication(saved, at=timezone.now())
            context["approval_ended"] = (
                saved.is_published and saved.approval_last_day is not None and saved.approval_last_day < day
            )
        return super().render_change_form(request, context, *args, **kwargs)
