from typing import Any, ClassVar
from uuid import UUID

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef, QuerySet
from django.forms import BaseInlineFormSet
from django.http import HttpRequest
from django.utils import timezone

from apps.audit.csv_import_admin import CsvImportMixin
from apps.audit.selectors import publication
from apps.content.admin.copies import CopyMixin
from apps.content.admin.public_parts import PublicPartsFormSet
from apps.content.admin.publishable import FIELDS, PlanFormSet, PricedForm, PricedRowsAdmin
from apps.content.selectors import second_person
from apps.content.services.bulk_changes import PriceKind
from apps.content.states import ChangeKind
from apps.core import indian_time
from apps.core.changed_fields import ChangedFieldsTabularInline
from apps.core.csv_imports import Imported
from apps.core.formatting import short_price
from apps.live.admin import confirmed_times
from apps.live.admin.attendance import AttendanceMixin
from apps.live.admin.days import UpcomingFilter
from apps.live.admin.listed import (
    IMAGES,
    RECORDING,
    TEXTS,
    WHEN,
    ListedAdmin,
    who_booked,
    who_pays,
)
from apps.live.admin.program_parts import ProgramPartForm
from apps.live.admin.scheduled import ScheduledAdmin, ScheduledForm
from apps.live.models import Booking, LiveTrading, ProgramSession, SessionPlan, SessionSeries
from apps.live.selectors import publishing_facts
from apps.live.selectors.host_times import HostTime
from apps.live.services import prices, program_copies, session_imports


class FreePartsFormSet(BaseInlineFormSet):
    price_kind: PriceKind

    def choice_refusal(self) -> str:
        """Why others may not be added or deleted; empty if they may."""
        return ""

    def clean(self) -> None:
        super().clean()
        field = self.price_kind.field
        changed = [form.instance for form in self.forms if field in form.changed_data]
        new = [getattr(row, field) for row in changed]
        refusal = prices.free_refusal(self.instance, *new) or self.choice_refusal()
        refusal = refusal or prices.new_price_refusal(self.instance, *new)
        if refusal and not any(self.errors):
            raise ValidationError(refusal)


class SessionFormSet(FreePartsFormSet, PublicPartsFormSet, BaseInlineFormSet):
    price_kind = prices.SESSION
    texts_of = staticmethod(publishing_facts.program_texts)
    part_name = "a session"
    public_fields = ("name",)

    def clean(self) -> None:
        super().clean()
        host_id = self.instance.host_id
        if any(self.errors) or host_id is None:
            return
        new = [form.cleaned_data for form in self.extra_forms if form.has_changed()]
        planned = [HostTime(host_id, row["name"], row["starts_at"], row["ends_at"]) for row in new]
        confirmed_times.require_confirmed(planned, data=self.data)


class SessionInline(ChangedFieldsTabularInline):
    """
    Only sessions from today on: those of several years would exceed the limit of form fields.

    Sessions are added here, and edited, rescheduled and cancelled on their own pages.
    """

    model = ProgramSession
    formset = SessionFormSet
    verbose_name_plural = "upcoming sessions"
    fields = ("name", "starts_at", "ends_at", "capacity", "base_price_paise", "join_url")
    ordering = ("starts_at",)
    extra = 0
    can_delete = False
    show_change_link = True

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[ProgramSession]:
        rows: QuerySet[ProgramSession] = super().get_queryset(request)
        today = indian_time.today()
        return rows.filter(ends_at__gte=indian_time.start_of_day(today))


class SeriesInline(ChangedFieldsTabularInline):
    """Lists a program's series. They are added and edited on their own pages."""

    model = SessionSeries
    fields = ("name", "starts_time", "minutes", "first_date", "last_date", "is_on")
    readonly_fields = fields
    extra = 0
    can_delete = False
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SessionPlanFormSet(FreePartsFormSet, PublicPartsFormSet, PlanFormSet):
    price_kind = prices.PLAN
    texts_of = staticmethod(publishing_facts.program_texts)
    part_name = "a plan"
    public_fields = ("price_name",)

    def protection_reason(self, row: SessionPlan) -> str | None:
        return (
            "Sessions were sold with this plan, so it cannot be deleted." if row.bookings.exists() else None
        )

    def choice_refusal(self) -> str:
        """Another choice of plans changes what several sessions cost."""
        added = [form for form in self.extra_forms if form.has_changed()]
        edited = [form for form in self.initial_forms if "num_of_sessions" in form.changed_data]
        changes_choice = bool(added or edited or self.deleted_forms)
        if changes_choice and second_person.is_needed_for(ChangeKind.PRICE) and self._was_program_public():
            return (
                "New prices need a second person. Plans are added, deleted and given another number of "
                "sessions before the program is published for the first time."
            )
        return ""

    def _was_program_public(self) -> bool:
        saved = LiveTrading.objects.filter(pk=self.instance.pk).first()
        return saved is not None and publication.was_public(saved)


class PlanInline(ChangedFieldsTabularInline):
    model = SessionPlan
    formset = SessionPlanFormSet
    fields = (
        "price_name",
        "num_of_sessions",
        "actual_price_paise",
        "discounted_price_paise",
        "validity_days",
    )
    extra = 0


@admin.register(LiveTrading)
class LiveTradingAdmin(CopyMixin, ListedAdmin):
    """Its prices are those of its sessions and plans."""

    facts_of = staticmethod(publishing_facts.program_facts)
    actions = ("publish", "duplicate")
    copied = ("A draft with the same texts, mentor, language, category, images and plans is added.",)
    part_text_fields = ("name", "price_name")
    not_copied = ("Sessions, series, bookings and waiting lists stay with the old program.",)
    list_display = ("title", "host", "language", "is_published")
    list_filter = ("is_published", "language", "category")
    inlines = (PlanInline, SeriesInline, SessionInline)
    fieldsets = (
        (None, {"fields": ("title", "weburlname", "host", ("language", "category"), "is_published")}),
        FIELDS,
        TEXTS,
        IMAGES,
    )

    def text_parts(self, row: LiveTrading) -> list[Any]:
        return [*row.sessions.all(), *SessionSeries.objects.filter(program=row), *row.plans.all()]

    def make_copy(
        self, row: LiveTrading, *, copy_id: UUID, title: str, slug: str
    ) -> tuple[LiveTrading, bool]:
        made = program_copies.copy_program(program_id=row.pk, copy_id=copy_id, title=title, slug=slug)
        return made.program, made.is_new

    def protection_reason(self, obj: LiveTrading) -> str | None:
        return who_booked(Booking.objects.filter(session__program=obj))


class SessionForm(ProgramPartForm, PricedForm, ScheduledForm):
    public_fields = ("name",)
    price_field = "base_price_paise"

    def planned_time(self, cleaned: dict[str, Any]) -> HostTime | None:
        """The time of a new session; later its times are changed by the button."""
        if not self.instance._state.adding:
            return None
        host_id = cleaned["program"].host_id
        return HostTime(host_id, cleaned["name"], cleaned["starts_at"], cleaned["ends_at"])


@admin.register(ProgramSession)
class ProgramSessionAdmin(CsvImportMixin, AttendanceMixin, ScheduledAdmin, PricedRowsAdmin):
    form = SessionForm
    price_kind = prices.SESSION
    import_columns = session_imports.COLUMNS
    import_help = "The program is the last part of its URL. Times are Indian: 2026-12-24 and 19:30."
    list_display = (
        "name",
        "program",
        "starts_at",
        "ends_at",
        "capacity",
        "seats_taken",
        "base_price",
        "cancelled_at",
    )
    list_filter = (UpcomingFilter, "program", ("cancelled_at", admin.EmptyFieldListFilter))
    list_select_related = ("program",)
    search_fields = ("name", "program__title")
    date_hierarchy = "starts_at"
    autocomplete_fields: ClassVar = ["program"]
    fieldsets = (
        (None, {"fields": ("program", "name", ("base_price_paise", "price_confirmed"))}),
        WHEN,
        RECORDING,
    )

    def import_content(self, content: bytes, *, is_dry_run: bool) -> Imported:
        return session_imports.import_sessions(
            content=content, now=timezone.now(), is_dry_run=is_dry_run, is_previewed=not is_dry_run
        )

    def authored_rows(self, content: bytes) -> QuerySet[LiveTrading]:
        return LiveTrading.objects.filter(weburlname__in=self.imported(content, "program"))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Whoever has a seat booked it in its program."""
        fields = super().get_readonly_fields(request, obj)
        return fields if obj is None else (*fields, "program")

    def host_of(self, item: ProgramSession) -> UUID:
        return item.program.host_id

    def protection_reason(self, obj: ProgramSession) -> str | None:
        who = who_booked(obj.bookings.all())
        return who and f"{who} If it will not take place, cancel it instead."

    def get_queryset(self, request: HttpRequest) -> QuerySet[ProgramSession]:
        rows: QuerySet[ProgramSession] = super().get_queryset(request)
        return rows.annotate(has_plans=Exists(SessionPlan.objects.filter(program=OuterRef("program"))))

    def who_pays(self, row: ProgramSession, *, old_paise: int, new_paise: int) -> list[str]:
        plans = ["With a plan of the program its price counts."] if row.has_plans else []  # type: ignore[attr-defined]
        return [*who_pays(row, old_paise=old_paise, new_paise=new_paise), *plans]

    @admin.display(description="price", ordering="base_price_paise")
    def base_price(self, session: ProgramSession) -> str:
        return short_price(session.base_price_paise)
