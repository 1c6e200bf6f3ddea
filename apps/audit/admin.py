from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, ClassVar
from uuid import UUID

from django.apps import apps
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.core.exceptions import FieldDoesNotExist
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.functional import cached_property
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from apps.audit import values
from apps.audit.models import AuditEntry
from apps.core import ids, indian_time
from apps.core.read_only_admin import ReadOnlyAdmin

_MAX_COUNTED = 5_000


class CappedPaginator(Paginator):
    """Counts no further than its last page: what is older is found by a date."""

    @cached_property
    def count(self) -> int:
        return min(self._counted, _MAX_COUNTED)

    @property
    def has_older(self) -> bool:
        return self._counted > _MAX_COUNTED

    @cached_property
    def _counted(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by()[: _MAX_COUNTED + 1].count())


class StaffFilter(admin.SimpleListFilter):
    title = "staff member"
    parameter_name = "staff"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        people = get_user_model()._default_manager.filter(is_staff=True).order_by("name", "pk")
        return [(str(person.pk), str(person)) for person in people]

    def queryset(self, request: HttpRequest, queryset: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
        value = self.value()
        return queryset if value is None else queryset.filter(person=ids.lookup_id(value))


class TypeFilter(admin.SimpleListFilter):
    title = "type"
    parameter_name = "type"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        models = model_admin.admin_site._registry
        return sorted(
            ((model._meta.label_lower, _type_name(model._meta.label_lower)) for model in models),
            key=lambda choice: choice[1],
        )

    def queryset(self, request: HttpRequest, queryset: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
        value = self.value()
        return queryset if value is None else queryset.filter(object_type=value.replace("\x00", ""))


class DateFilter(admin.SimpleListFilter):
    """Days in Indian time; a day that is none matches everything."""

    title = "date"
    parameter_name = "day"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        today = indian_time.today()
        days = [(f"{today:%Y-%m-%d}", "Today"), (f"{today - timedelta(days=1):%Y-%m-%d}", "Yesterday")]
        months = [(f"{today:%Y-%m}", f"{today:%B %Y}")]
        for _ in range(11):
            today = today.replace(day=1) - timedelta(days=1)
            months.append((f"{today:%Y-%m}", f"{today:%B %Y}"))
        return [*days, *months]

    def queryset(self, request: HttpRequest, queryset: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
        days = _days_of(self.value() or "")
        if days is None:
            return queryset
        first, last = days
        return queryset.filter(at__gte=indian_time.start_of_day(first), at__lt=indian_time.end_of_day(last))


def _days_of(value: str) -> tuple[date, date] | None:
    """The first and the last day of '2026-11-25' or '2026-11'."""
    is_month = len(value) == 7
    try:
        first = date.fromisoformat(f"{value}-01" if is_month else value)
        last = (first.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
    except (ValueError, OverflowError):
        return None
    if not 2000 <= first.year <= 2200:
        return None
    return first, last if is_month else first


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """Who added, changed, deleted, exported or looked at what, from what to what, when and from where."""

    shows_personal_data = True
    list_display = ("at", "person", "kind", "object_link", "what", "address")
    list_display_links = ("at",)
    list_filter = ("kind", StaffFilter, DateFilter, TypeFilter)
    list_select_related = ("person",)
    linked_lookups = ("object_type__exact", "object_id__exact", "subject_id__exact")
    search_fields = ("object_id",)
    search_help_text = (
        "The full id of an object, a person's full mobile number (what they did and what concerns them), "
        "or a day such as 2026-11-25."
    )
    ordering = ("-at", "-id")
    sortable_by: ClassVar[tuple[str, ...]] = ()
    list_per_page = 50
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    paginator = CappedPaginator
    fields = (
        "at",
        "person",
        "address",
        "kind",
        "object_link",
        "object_id",
        "note",
        "changed_values",
        "erased_at",
    )

    class Media:
        css: ClassVar = {"all": ["brand/audit.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        rows: QuerySet[AuditEntry] = super().get_queryset(request)
        match = request.resolver_match
        # Long, and in no list.
        return rows if match and "object_id" in match.kwargs else rows.defer("changes")

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        return super().changelist_view(request, {"is_nav_sidebar_enabled": False})

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[AuditEntry], search_term: str
    ) -> tuple[QuerySet[AuditEntry], bool]:
        term = search_term.strip().replace("\x00", "")
        if not term:
            return queryset, False
        days = _days_of(term)
        if days is not None:
            at = {"at__gte": indian_time.start_of_day(days[0]), "at__lt": indian_time.end_of_day(days[1])}
            return queryset.filter(**at), False
        key: UUID | None = ids.parse(term)
        if key is None:
            people = get_user_model()._default_manager
            key = people.filter(mobile=term[-10:]).values_list("pk", flat=True).first()
        if key is None:
            return queryset.filter(object_id=term), False
        return queryset.filter(Q(object_id=str(key)) | Q(subject_id=key) | Q(person=key)), False

    @admin.display(description="object")
    def object_link(self, entry: AuditEntry) -> SafeString | str:
        name = _type_name(entry.object_type)
        text = f"{name}: {entry.object_text}" if entry.object_text else name
        if not entry.object_id or not entry.object_type:
            return text or self.get_empty_value_display()
        try:
            url = reverse(f"admin:{entry.object_type.replace('.', '_')}_change", args=[entry.object_id])
        except NoReverseMatch:
            return text
        return format_html('<a href="{}">{}</a>', url, text)

    @admin.display(description="what")
    def what(self, entry: AuditEntry) -> str:
        names = ", ".join(_field_names(entry))
        text = ". ".join(filter(None, [entry.note.rstrip("."), names]))
        return f"{text[:160]}…" if len(text) > 160 else text

    @admin.display(description="changes")
    def changed_values(self, entry: AuditEntry) -> SafeString | str:
        if entry.erased_at is not None:
            names = ", ".join(_field_names(entry)) or "none"
            return f"Erased with the person's account. Fields: {names}"
        if not entry.changes:
            return "None"
        rows = (
            (
                f"{change['of']}: {change['label']}" if change.get("of") else change["label"],
                change["from"] or "empty",
                change["to"] or "empty",
            )
            for change in entry.changes
        )
        return format_html(
            '<div class="audit-changes" tabindex="0" role="region" aria-label="Changed values">'
            '<table><thead><tr><th scope="col">Field</th><th scope="col">From</th><th scope="col">To</th>'
            "</tr></thead><tbody>{}</tbody></table></div>",
            format_html_join("", '<tr><th scope="row">{}</th><td>{}</td><td>{}</td></tr>', rows),
        )


def _field_names(entry: AuditEntry) -> Iterator[str]:
    """As forms name them; those of a part of the row follow the part."""
    for line in entry.fields.splitlines():
        part, _, name = line.rpartition(": ")
        try:
            field = apps.get_model(entry.object_type)._meta.get_field(name)
        except (LookupError, ValueError, FieldDoesNotExist):
            yield line.replace("_", " ")
        else:
            yield f"{part}: {name.replace('_', ' ')}" if part else values.label_of(field)


def _type_name(label: str) -> str:
    try:
        model = apps.get_model(label)
        opts = admin.site.get_model_admin(model).opts if admin.site.is_registered(model) else model._meta
        name = str(opts.verbose_name)
    except (LookupError, ValueError):
        return label
    return name[:1].upper() + name[1:]
