"""Admin pages of items that people buy: while owned or used they cannot be deleted (decision 0034)."""

import logging
from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, models
from django.forms import BaseInlineFormSet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path, reverse
from django.utils.text import get_text_list
from django.views.decorators.http import require_POST

from apps.core.changed_fields import ChangedFieldsAdmin

_NOT_DELETED = "This was bought or used in the meantime, so it was not deleted."
_NOT_SAVED = (
    "Nothing was saved: this was bought, used or changed in the meantime. Check the page and try again."
)

logger = logging.getLogger(__name__)


def people(count: int, verb: str) -> str:
    """'12 people own this.'; the verb is given in the plural."""
    if count == 1:
        return f"1 person {_SINGULAR.get(verb, verb)} this."
    return f"{count} people {verb} this."


_SINGULAR = {"own": "owns"}


def used_by(row: models.Model) -> str | None:
    """'Used by 3 courses and 1 webinar ...': counts the rows whose relations protect this one."""
    counts: Counter[Any] = Counter()
    for field in row._meta.get_fields(include_hidden=True):
        if field.auto_created and _is_protecting_relation(field):
            users: Any = field.related_model
            counts[users] += users._base_manager.filter(**{field.field.name: row.pk}).count()  # type: ignore[union-attr]
    return used_by_counts(counts)


def _is_protecting_relation(field: Any) -> bool:
    if field.many_to_many:
        # A through model has foreign keys of its own, which are counted.
        return bool(field.through._meta.auto_created)
    return getattr(field, "on_delete", None) in (models.PROTECT, models.RESTRICT)


def used_by_counts(counts: Counter[Any]) -> str | None:
    parts = [
        f"{count} {model._meta.verbose_name if count == 1 else model._meta.verbose_name_plural}"
        for model, count in counts.items()
        if count
    ]
    return f"Used by {get_text_list(parts, 'and')}, so it cannot be deleted." if parts else None


def _discard_messages(request: HttpRequest) -> None:
    """Django has already added its success message when the commit fails; reading messages discards them."""
    list(messages.get_messages(request))


class ProtectedRowsAdmin(ChangedFieldsAdmin):
    archive_field: str | None = None
    """The boolean field that is False for an archived row."""

    archived_message = "Archived. It is no longer listed or sold."
    restored_message = "Restored. It is listed and sold again."
    archived_note = "It is not listed or sold. People who own it keep it."

    delete_selected_confirmation_template = "admin/delete_selected_protected.html"

    def protection_reason(self, obj: Any) -> str | None:
        """Why the row cannot be deleted, as a sentence for staff; None if it can be."""
        return used_by(obj)

    def set_archive_field(self, obj: Any, value: bool) -> None:
        # With update(), which also invalidates cached responses.
        type(obj)._default_manager.filter(pk=obj.pk).update(**{str(self.archive_field): value})

    def restore_refusal(self, obj: Any) -> str | None:
        """Why the row cannot be restored now, as a sentence for staff."""
        return None

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        allowed: bool = super().has_delete_permission(request, obj)
        return allowed and (obj is None or self._reason(obj) is None)

    def get_deleted_objects(self, objs: Iterable[Any], request: HttpRequest) -> Any:
        protected = {obj.pk: reason for obj in objs if (reason := self._reason(obj)) is not None}
        rest = [obj for obj in objs if obj.pk not in protected]
        to_delete, counts, perms, others = super().get_deleted_objects(rest, request)
        refused = [f"{obj}: {protected[obj.pk]}" for obj in objs if obj.pk in protected]
        return to_delete, counts, perms, [*refused, *others]

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        obj = self.get_object(request, unquote(object_id))
        reason = None if obj is None else self._reason(obj)
        if reason is not None:
            return self._redirect_with_error(request, obj, reason)
        try:
            return super().delete_view(request, object_id, extra_context)
        except IntegrityError:
            reason = self._with_advice(obj, self.protection_reason(obj))
            _discard_messages(request)
            return self._redirect_with_error(request, obj, reason or _NOT_DELETED)

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: Any = None,
    ) -> HttpResponse:
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except IntegrityError:
            logger.warning("An admin form failed on a database constraint.", exc_info=True)
            _discard_messages(request)
            self.message_user(request, _NOT_SAVED, messages.ERROR)
            return HttpResponseRedirect(request.get_full_path())

    def response_action(self, request: HttpRequest, queryset: Any) -> Any:  # type: ignore[override]
        try:
            return super().response_action(request, queryset)
        except IntegrityError:
            _discard_messages(request)
            self.message_user(request, _NOT_DELETED, messages.ERROR)
            return HttpResponseRedirect(request.get_full_path())

    def render_change_form(
        self,
        request: HttpRequest,
        context: dict[str, Any],
        add: bool = False,
        change: bool = False,
        form_url: str = "",
        obj: Any = None,
    ) -> HttpResponse:
        context.update(self._protection_context(request, obj))
        return super().render_change_form(request, context, add, change, form_url, obj)

    def get_urls(self) -> list[Any]:
        archive = self.admin_site.admin_view(require_POST(self.archive_view))
        own = [path("<path:object_id>/archive/", archive, name=self._name("archive"))]
        return [*(own if self.archive_field else ()), *super().get_urls()]

    def archive_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Archives or restores a row."""
        obj = self.get_object(request, unquote(object_id))
        if obj is None:
            raise Http404
        if not self.has_change_permission(request, obj):
            raise PermissionDenied
        restores = request.POST.get("to") == "restored"
        refusal = self.restore_refusal(obj) if restores else None
        if refusal is not None:
            return self._redirect_with_error(request, obj, refusal)
        try:
            self.set_archive_field(obj, restores)
        except IntegrityError:
            return self._redirect_with_error(request, obj, "Another one is published. Archive it first.")
        done = self.restored_message if restores else self.archived_message
        self.log_change(request, obj, done)
        self.message_user(request, done, messages.SUCCESS)
        return HttpResponseRedirect(self._change_url(obj))

    def _reason(self, obj: Any) -> str | None:
        # Django calls this several times for each page.
        if not hasattr(obj, "_protection_reason"):
            obj._protection_reason = self._with_advice(obj, self.protection_reason(obj))
        reason: str | None = obj._protection_reason
        return reason

    def _with_advice(self, obj: Any, reason: str | None) -> str | None:
        if reason is None or self.archive_field is None:
            return reason
        advice = "Archive it instead." if getattr(obj, self.archive_field) else "It is already archived."
        return f"{reason} {advice}"

    def _protection_context(self, request: HttpRequest, obj: Any) -> dict[str, Any]:
        reason = None if obj is None else self._reason(obj)
        if reason is None:
            return {}
        context: dict[str, Any] = {"protection_reason": reason}
        if self.archive_field and self.has_change_permission(request, obj):
            context["archive_url"] = reverse(f"admin:{self._name('archive')}", args=[obj.pk])
            context["is_archived"] = not getattr(obj, self.archive_field)
            context["archived_note"] = self.archived_note
        return context

    def _redirect_with_error(self, request: HttpRequest, obj: Any, reason: str) -> HttpResponse:
        self.message_user(request, f"{obj}: {reason}", messages.ERROR)
        return HttpResponseRedirect(self._change_url(obj))

    def _change_url(self, obj: Any) -> str:
        return reverse(f"admin:{self._name('change')}", args=[obj.pk])

    def _name(self, page: str) -> str:
        return f"{self.opts.app_label}_{self.opts.model_name}_{page}"


class ProtectedRowsFormSet(BaseInlineFormSet):
    """Refuses to delete protected rows in an inline."""

    def protection_reason(self, row: Any) -> str | None:
        return used_by(row)

    def clean(self) -> None:
        # Before Django's own check, whose message lists every row that protects this one.
        for form in self.initial_forms:
            if self.can_delete and self._should_delete_form(form):  # type: ignore[attr-defined]
                reason = self.protection_reason(form.instance)
                if reason is not None:
                    raise ValidationError(f"{form.instance}: {reason}")
        super().clean()
