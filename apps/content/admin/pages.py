from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.safestring import mark_safe

from apps.audit.services import trail
from apps.audit.states import EntryKind
from apps.content import comparison, page_text
from apps.content.admin.changes import AppliesAtField
from apps.content.admin.preview import Preview, PreviewAdmin
from apps.content.comparison import Compared
from apps.content.models import Page, PageVersion, ProposedChange
from apps.content.months import day_in_words
from apps.content.selectors import pages, second_person, site
from apps.content.services import changes
from apps.content.services import pages as services
from apps.content.services.pages import ChangedMeanwhile
from apps.content.states import CHANGE_OPEN, ChangeKind
from apps.core import business_constants
from apps.core.read_only_admin import FixedRowsAdmin, ReadOnlyAdmin

NOT_REVIEWED = "Not yet reviewed by a lawyer."


class PageForm(forms.ModelForm):
    based_on = forms.IntegerField(widget=forms.HiddenInput)
    applies_at = AppliesAtField()

    class Meta:
        model = Page
        fields = ("title", "lead", "text")
        widgets = {
            "text": forms.Textarea(attrs={"rows": 36, "class": "vLargeTextField markup"}),
            "lead": forms.Textarea(attrs={"rows": 2}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "text" not in self.fields:
            # Staff who may only view the page.
            return
        self.fields["based_on"].initial = self.instance.version
        self.fields["text"].help_text = f"{page_text.HELP} {business_constants.help_text()}."

    def clean_text(self) -> str:
        # Browsers send CRLF; an untouched text must not look changed.
        return str(self.cleaned_data["text"]).replace("\r\n", "\n")

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        if self.is_proposal and ProposedChange.objects.filter(
            object_type=Page._meta.label_lower, object_id=self.instance.pk, status__in=CHANGE_OPEN
        ):
            raise forms.ValidationError(str(changes.ChangeWaits.message))
        return cleaned

    @property
    def is_proposal(self) -> bool:
        """Whether another person must approve it: by the settings, or since it is for later."""
        is_later = self.cleaned_data.get("applies_at") is not None
        return is_later or second_person.is_needed_for(ChangeKind.PAGE)

    def clean_based_on(self) -> int:
        based_on: int = self.cleaned_data["based_on"]
        if Page.objects.filter(pk=self.instance.pk, version=based_on).exists():
            return based_on
        raise forms.ValidationError(ChangedMeanwhile.message)


class CompareForm(forms.Form):
    older = forms.TypedChoiceField(coerce=int)
    newer = forms.TypedChoiceField(coerce=int)

    def __init__(self, *args: Any, versions: Sequence[PageVersion], **kwargs: Any) -> None:
        """With the newest first, which is compared with the one before it unless others are chosen."""
        super().__init__(*args, **kwargs)
        choices = [(row.number, f"Version {row.number}, valid from {_valid_from(row)}") for row in versions]
        for name, row in (("older", versions[:2][-1]), ("newer", versions[0])):
            field = self.fields[name]
            assert isinstance(field, forms.TypedChoiceField)
            field.choices, field.initial = choices, row.number

    def compared(self, versions: Sequence[PageVersion]) -> list[Compared]:
        texts = {row.number: {name: getattr(row, name) for name in comparison.PAGE_PARTS} for row in versions}
        old, new = texts[self.cleaned_data["older"]], texts[self.cleaned_data["newer"]]
        return comparison.of_texts(old, new, names=comparison.PAGE_PARTS)


@admin.register(Page)
class PageAdmin(FixedRowsAdmin, PreviewAdmin):
    """Saving publishes a new version, or proposes it to a second person."""

    form = PageForm
    list_display = ("title", "slug", "version", "last_reviewed")
    search_fields = ("title", "slug", "text")
    ordering = ("title", "pk")
    readonly_fields = ("slug", "version", "last_reviewed", "versions")
    fieldsets = (
        (None, {"fields": ("based_on", "title", "lead")}),
        ("Content", {"fields": ("text", "applies_at")}),
        ("Versions", {"fields": ("slug", "version", "last_reviewed", "versions")}),
    )

    class Media:
        css = {"all": ["brand/curriculum.css"]}

    def get_fieldsets(self, request: HttpRequest, obj: Page | None = None) -> Any:
        if self.has_change_permission(request, obj):
            return super().get_fieldsets(request, obj)
        return (
            (None, {"fields": ("title", "lead")}),
            ("Content", {"fields": ("text",)}),
            ("Versions", {"fields": self.readonly_fields}),
        )

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).prefetch_related("versions")

    @admin.display(description="last reviewed on")
    def last_reviewed(self, page: Page) -> str:
        current = next((row for row in page.versions.all() if row.number == page.version), None)
        if current is None or current.reviewed_date is None:
            return NOT_REVIEWED
        return f"{day_in_words(current.reviewed_date)}, {current.reviewed_by}"

    @admin.display(description="all versions")
    def versions(self, page: Page) -> str:
        lines = [
            format_html(
                '<li><a href="{}">Version {}</a>, valid from {}</li>',
                reverse("admin:content_pageversion_change", args=[row.pk]),
                row.number,
                _valid_from(row),
            )
            for row in page.versions.all()
        ]
        if len(lines) > 1:
            url = reverse("admin:content_page_compare", args=[page.pk])
            lines.append(format_html('<li><a href="{}">Compare two versions</a></li>', url))
        return format_html("<ul>{}</ul>", mark_safe("".join(lines)))  # noqa: S308 - each line is escaped

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.compare_view)
        return [path("<path:object_id>/compare/", view, name="content_page_compare"), *super().get_urls()]

    def compare_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        page = self.get_object(request, unquote(object_id))
        rows = list(page.versions.all()) if page is not None else []
        if not rows:
            raise Http404
        form = CompareForm(request.GET or None, versions=rows)
        context = {
            **self.admin_site.each_context(request),
            "title": f"Compare versions: {page}",
            "opts": self.opts,
            "original": page,
            "form": form,
            "compared": form.compared(rows) if form.is_valid() else None,
        }
        return TemplateResponse(request, "admin/content/compare_versions.html", context)

    def preview(self, form: QueryDict) -> Preview:
        text = form.get("text", "")
        return Preview(
            title=form.get("title", ""),
            html=page_text.render(text, placeholders=pages.placeholder_values(site.saved())).html,
            lead=form.get("lead", ""),
            errors=page_text.validation_errors(text),
        )

    def save_model(self, request: HttpRequest, obj: Page, form: Any, change: bool) -> None:
        if form.is_proposal:
            self._propose(request, obj, form)
            return
        services.publish(
            page_id=obj.pk,
            based_on=form.cleaned_data["based_on"],
            title=obj.title,
            lead=obj.lead,
            text=obj.text,
            by=request.user,  # type: ignore[arg-type]
            at=timezone.now(),
        )

    def view_on_site(self, obj: Page) -> str:
        return obj.get_absolute_url()

    def _propose(self, request: HttpRequest, obj: Page, form: Any) -> None:
        new = {"title": obj.title, "lead": obj.lead, "text": obj.text}
        if not set(new).intersection(form.changed_data):
            return
        proposed = changes.propose_page(
            page_id=obj.pk,
            based_on=form.cleaned_data["based_on"],
            new=new,
            applies_at=form.cleaned_data["applies_at"],
            by=request.user,  # type: ignore[arg-type]
            at=timezone.now(),
        )
        trail.record(request, EntryKind.ADDED, row=proposed, note="Proposed")
        request.proposed_change = proposed  # type: ignore[attr-defined]

    def response_change(self, request: HttpRequest, obj: Page) -> HttpResponse:
        proposed = getattr(request, "proposed_change", None)
        if proposed is None:
            return super().response_change(request, obj)
        text = "Nothing is published yet: another person must approve this."
        self.message_user(request, text, messages.WARNING)
        return HttpResponseRedirect(reverse("admin:content_proposedchange_change", args=[proposed.pk]))


def _valid_from(version: PageVersion) -> str:
    return formats.date_format(timezone.localtime(version.valid_from), "DATETIME_FORMAT")


class ReviewForm(forms.ModelForm):
    class Meta:
        model = PageVersion
        fields = ("reviewed_date", "reviewed_by")

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if bool(data.get("reviewed_date")) != bool(data.get("reviewed_by")):
            raise forms.ValidationError("Enter both the date of the review and the reviewer.")
        day = data.get("reviewed_date")
        if day and day > timezone.localdate():
            self.add_error("reviewed_date", "This date is in the future.")
        return data


@admin.register(PageVersion)
class PageVersionAdmin(ReadOnlyAdmin):
    """Earlier and current texts of the pages. Only the review of a version can be edited."""

    form = ReviewForm
    list_display = ("title", "number", "valid_from", "published_by", "reviewed_date", "reviewed_by")
    list_filter = ("page",)
    list_select_related = ("page", "published_by")
    date_hierarchy = "valid_from"
    ordering = ("-valid_from", "-pk")
    readonly_fields = ("page", "number", "title", "lead", "text", "valid_from", "published_by")
    fields = (
        "page",
        "number",
        "valid_from",
        "published_by",
        "reviewed_date",
        "reviewed_by",
        "title",
        "lead",
        "text",
    )

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.has_perm("content.change_pageversion"))

    def save_model(self, request: HttpRequest, obj: PageVersion, form: Any, change: bool) -> None:
        services.record_review(version_id=obj.pk, on=obj.reviewed_date, by=obj.reviewed_by)
