"""What the pages of grievances and contact messages share: the conversation, replies, notes, assignees."""

import copy
from collections.abc import Callable, Sequence
from datetime import date, datetime
from functools import partial
from typing import Any, ClassVar, cast
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path, reverse
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST

from apps.accounts.models import User
from apps.content.months import day_in_words
from apps.core import business_constants, ids, indian_time, plain_text
from apps.core.errors import DomainError, OutOfSpace
from apps.core.prefix_search import starts_with
from apps.core.read_only_admin import ReadOnlyAdmin
from apps.support import reply_texts
from apps.support.models import ContactMessage, ReplyTemplate, Ticket
from apps.support.selectors import attachments, staff, threads
from apps.support.selectors.numbers import number_prefix
from apps.support.services import assignments, replies, submissions
from apps.support.services import attachments as uploads
from apps.support.services.replies import Draft
from apps.support.services.versions import ChangedMeanwhile
from apps.support.states import TicketState

NOBODY = "nobody"
SUBMISSION_FIELDS = ("number", "received", "name", "mobile", "email", "person", "subject", "message_text")

Action = Callable[[], str]
"""Does what a button says, and returns the message for staff."""


class FilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Any number of files."""

    widget = FilesInput(attrs={"accept": ",".join(uploads.SIGNATURES)})

    def clean(self, data: Any, initial: Any = None) -> list[Any]:
        return [super(FilesField, self).clean(file, initial) for file in data or []]


class WrittenField(forms.CharField):
    """Text of staff as it is stored. Invisible characters alone count as blank."""

    def clean(self, value: Any) -> str:
        text = submissions.normalize_text(super().clean(value))
        if self.required and plain_text.is_blank(text):
            raise ValidationError(self.error_messages["required"], code="required")
        return text


class ReplyForm(forms.Form):
    text = WrittenField(
        label="Reply",
        max_length=reply_texts.LONGEST_REPLY,
        widget=forms.Textarea(attrs={"rows": 10, "dir": "auto"}),
    )
    attachments = FilesField(
        label="Attachments",
        required=False,
        help_text=f"At most {uploads.MAX_COUNT} PDF, JPEG or PNG files of {uploads.MAX_BYTES // 2**20} MB.",
    )


class NoteForm(forms.Form):
    text = WrittenField(max_length=4000)


class ChosenAssigneeForm(forms.Form):
    assignee = forms.ModelChoiceField(User.objects.none(), required=False, empty_label="Nobody")

    def __init__(self, *args: Any, kind: type[Ticket] | type[ContactMessage], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["assignee"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = staff.who_may_work_on(kind)


class AssigneeActionForm(ChosenAssigneeForm, ActionForm):
    """Beside the actions of a list: whom the chosen rows are assigned to."""


class AssigneeFilter(admin.SimpleListFilter):
    title = "assignee"
    parameter_name = "assigned"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("me", "Mine"), (NOBODY, "Unassigned")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "me":
            return queryset.filter(assignee=staff_of(request))
        if self.value() == NOBODY:
            # Those of staff who have left as well: nobody works on them.
            return queryset.exclude(assignee__in=staff.who_may_work_on(queryset.model))
        return queryset


class ThreadAdmin(ReadOnlyAdmin):
    """
    Shows what people wrote as plain text in its own writing direction, never as markup.

    The row itself is read-only. Each button posts to a view of its own, with the version that the page shows.
    """

    model: type[Ticket] | type[ContactMessage]
    shows_personal_data = True
    change_form_template = "admin/support/thread.html"
    steps: ClassVar[Sequence[str]] = ("reply", "note", "assign", "revoke")
    list_select_related = ("assignee",)
    actions: Sequence[Any] = ("assign_to_me", "assign_to_chosen")

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.action_form = partial(AssigneeActionForm, kind=self.model)  # type: ignore[misc]

    class Media:
        css = {"all": ["brand/tickets.css"]}
        js = ("brand/replies.js",)

    @admin.display(description="message")
    def message_text(self, row: Any) -> SafeString:
        return format_html('<div class="written" dir="auto">{}</div>', row.message)

    @admin.display(description="received", ordering="received_at")
    def received(self, row: Any) -> str:
        return datetime_text(row.received_at)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("person", "assignee")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        number = number_prefix(search_term)
        if number:
            return queryset.filter(starts_with("number", number)), False
        return super().get_search_results(request, queryset, search_term)

    def get_urls(self) -> list[Any]:
        own = [
            path(
                f"<uuid:pk>/{step}/",
                self.admin_site.admin_view(require_POST(getattr(self, f"{step}_view"))),
                name=f"support_{self.opts.model_name}_{step}",
            )
            for step in self.steps
        ]
        return [*own, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> Any:
        row = self.get_object(request, object_id)
        extra = {} if row is None else self.page_context(request, row)
        return super().change_view(request, object_id, form_url, extra | (extra_context or {}))

    def page_context(self, request: HttpRequest, row: Any) -> dict[str, Any]:
        values = {**business_constants.texts(), "name": row.name, "number": row.number}
        return {
            "row": row,
            "entries": [self._entry(request, entry) for entry in threads.entries(row)],
            "can_work": self.can_work(request),
            "can_reply": row.takes_replies and bool(row.email or row.mobile or row.person),
            "reply_form": ReplyForm(),
            "templates": [
                (template.title, reply_texts.fill(template.text, values))
                for template in ReplyTemplate.objects.all()
            ],
            "assignees": staff.who_may_work_on(type(row)),
            "urls": {
                step: reverse(f"admin:support_{self.opts.model_name}_{step}", args=[row.pk])
                for step in self.steps
            },
            "next_states": [],
        }

    def _entry(self, request: HttpRequest, entry: threads.Entry) -> dict[str, Any]:
        person_id, now = staff_of(request).pk, timezone.now()
        return {
            "entry": entry,
            "at": datetime_text(entry.at),
            "files": [
                (
                    file.name,
                    attachments.sign_url(file, audience="support staff", person_id=person_id, now=now),
                )
                for file in entry.attachments
            ],
        }

    def reply_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        self._require_row(request, pk)
        form = ReplyForm(request.POST, request.FILES)
        if not form.is_valid():
            return self._show_again(request, pk, status=400, reply_form=form)
        then = request.POST.get("then", "")
        draft = Draft(
            text=form.cleaned_data["text"],
            files=form.cleaned_data["attachments"],
            then=TicketState(then) if then in TicketState.values else None,
        )
        try:
            replies.send(
                kind=self.model,
                pk=pk,
                draft=draft,
                by=staff_of(request),
                at=timezone.now(),
                seen=seen_version(request),
            )
        except ChangedMeanwhile as conflict:
            # The text stays, and the page now has the version that it shows.
            messages.error(request, conflict.message)
            return self._show_again(request, pk, status=409, reply_form=form, changes=conflict.changes)
        except DomainError as error:
            form.add_error(None, error.message)
            status = error.status if isinstance(error, OutOfSpace) else 400
            return self._show_again(request, pk, status=status, reply_form=form)
        messages.success(request, "Reply sent.")
        return self._back(pk)

    def note_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        def add_note() -> str:
            form = NoteForm(request.POST)
            if not form.is_valid():
                raise FormRefused("Write a note of at most 4,000 characters.")
            text, by = form.cleaned_data["text"], staff_of(request)
            assignments.add_note(kind=self.model, pk=pk, text=text, by=by, at=timezone.now())
            return "Note added."

        return self.run(request, pk, add_note)

    def assign_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        def assign() -> str:
            chosen = request.POST.get("to", "")
            to = None
            if chosen != NOBODY:
                person_id = ids.parse(chosen)
                to = None if person_id is None else User.objects.filter(pk=person_id).first()
                if to is None:
                    raise assignments.NotAssignable()
            assignments.assign(
                kind=self.model,
                pks=[pk],
                to=to,
                by=staff_of(request),
                at=timezone.now(),
                seen=seen_version(request),
            )
            return "Assigned to nobody." if to is None else f"Assigned to {to}."

        return self.run(request, pk, assign)

    def revoke_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        def revoke() -> str:
            replies.revoke_links(
                kind=self.model, pk=pk, by=staff_of(request), at=timezone.now(), seen=seen_version(request)
            )
            return "The links in our emails no longer open it."

        return self.run(request, pk, revoke)

    @admin.action(description="Assign to me", permissions=["work"])
    def assign_to_me(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        self._assign_all(request, queryset, to=staff_of(request))

    @admin.action(description="Assign to the chosen person", permissions=["work"])
    def assign_to_chosen(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        form = ChosenAssigneeForm(request.POST, kind=self.model)
        if form.is_valid():
            self._assign_all(request, queryset, to=form.cleaned_data["assignee"])
        else:
            self.message_user(request, assignments.NotAssignable.message, messages.ERROR)

    def has_work_permission(self, request: HttpRequest) -> bool:
        return self.can_work(request)

    def can_work(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm(f"support.change_{self.opts.model_name}"))

    def run(self, request: HttpRequest, pk: UUID, action: Action) -> HttpResponse:
        """Run an action and show the message that it returns, or the reason why it was refused."""
        self._require_row(request, pk)
        try:
            messages.success(request, action())
        except ChangedMeanwhile as conflict:
            messages.error(request, conflict.message)
            return self._show_again(request, pk, status=409, changes=conflict.changes)
        except DomainError as error:
            self.message_user(request, error.message, messages.ERROR)
        return self._back(pk)

    def _assign_all(self, request: HttpRequest, queryset: QuerySet[Any], *, to: User | None) -> None:
        pks = list(queryset.order_by("pk").values_list("pk", flat=True))
        try:
            count = assignments.assign(
                kind=self.model, pks=pks, to=to, by=staff_of(request), at=timezone.now()
            )
        except DomainError as error:
            self.message_user(request, error.message, messages.ERROR)
        else:
            self.message_user(request, f"{count} of {len(pks)} assigned to {to or NOBODY}.")

    def _require_row(self, request: HttpRequest, pk: UUID) -> None:
        if not self.can_work(request):
            raise PermissionDenied
        if self.get_object(request, str(pk)) is None:
            raise Http404

    def _show_again(self, request: HttpRequest, pk: UUID, *, status: int, **context: Any) -> HttpResponse:
        """The page with what was typed. To Django's form of the row, which nobody may save, it is a GET."""
        shown = copy.copy(request)
        shown.method = "GET"
        response = cast(HttpResponse, self.change_view(shown, str(pk), extra_context=context))
        response.status_code = status
        return response

    def _back(self, pk: UUID) -> HttpResponse:
        return HttpResponseRedirect(reverse(f"admin:support_{self.opts.model_name}_change", args=[pk]))


class FormRefused(DomainError):
    """A form of one field is not valid."""


def seen_version(request: HttpRequest) -> int | None:
    """The version that the page was rendered with; None if a script posts without one."""
    text = request.POST.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def staff_of(request: HttpRequest) -> User:
    return cast(User, request.user)  # the admin lets nobody else in


def datetime_text(at: datetime) -> str:
    return formats.date_format(timezone.localtime(at, indian_time.INDIA), "DATETIME_FORMAT")


def days(count: int) -> str:
    return "day" if count == 1 else "days"


def days_left(due: date) -> SafeString | str:
    """Until the reply is due, or by how much it is overdue."""
    left = (due - indian_time.today()).days
    if left < 0:
        return format_html('<strong class="overdue">Overdue by {} {}</strong>', -left, days(-left))
    return f"{left} {days(left)} left, until {day_in_words(due)}"
