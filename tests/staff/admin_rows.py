"""A row for each admin form, and changes of its other columns by somebody else."""

from collections.abc import Callable, Collection
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from django.contrib.auth.models import Group
from django.core.files.base import ContentFile
from django.db import IntegrityError, models, transaction
from django.utils import timezone

from apps.accounts.models import Entitlement, LoginSettings, MessageTemplate, User
from apps.accounts.states import MessageChannel, Scope, Source
from apps.catalog.models import Category, Course, ModuleCourse, SearchSynonym, Topic, TopicQuestion
from apps.catalog.tests.factories import CategoryFactory, CourseFactory, TopicFactory
from apps.commerce.models import Coupon, CouponBatch, GstRate, RefundSettings
from apps.content.models import (
    AcademyChapter,
    AcademyModule,
    ComplianceAudit,
    FaqArticle,
    FaqTopic,
    GlossaryTerm,
    Instructor,
    Page,
    PageVersion,
    SecondPersonSettings,
    SiteSettings,
    Testimonial,
)
from apps.content.states import AuditStatus
from apps.content.tests.factories import (
    AcademyChapterFactory,
    AcademyModuleFactory,
    FaqArticleFactory,
    FaqTopicFactory,
    GlossaryTermFactory,
    InstructorFactory,
)
from apps.core.ids import new_id
from apps.live.models import (
    ExchangeHoliday,
    LiveTrading,
    Meeting,
    Mentorship,
    ProgramSession,
    SessionPlan,
    SessionSeries,
    Webinar,
)
from apps.live.tests.factories import (
    LiveTradingFactory,
    MentorshipFactory,
    PlanFactory,
    SessionFactory,
    WebinarFactory,
)
from apps.media.models import Asset
from apps.media.states import AssetKind
from apps.pro.models import Plan, ProSection
from apps.pro.tests.factories import PlanFactory as ProPlanFactory
from apps.pro.tests.factories import ProSectionFactory
from apps.support.models import Complaint, ReplyTemplate
from apps.support.states import ComplaintSource


class Screen(NamedTuple):
    make: Callable[[], models.Model]
    edits: str
    """The field that the test edits."""
    stays: Collection[str] = ()
    """Columns that cannot change alone because of a constraint."""


def _meeting() -> Meeting:
    meeting: Meeting = MentorshipFactory().meetings.get()
    return meeting


def _asset() -> Asset:
    captions = ContentFile(b"WEBVTT\n", name="captions.vtt")
    return Asset.objects.create(title="Captions", kind=AssetKind.CAPTIONS, file=captions)


def _series() -> SessionSeries:
    today = timezone.localdate()
    return SessionSeries.objects.create(
        program=LiveTradingFactory(),
        name="Evenings",
        weekdays=[0],
        starts_time=time(19, 30),
        minutes=90,
        first_date=today - timedelta(days=20),
        last_date=today - timedelta(days=10),
        capacity=10,
        base_price_paise=499_00,
    )


def _topic_question() -> TopicQuestion:
    return TopicQuestion.objects.create(
        topic=TopicFactory(),
        person=User.objects.create(mobile="9700000003", name="Asha"),
        question_id=new_id(),
        display_name="Asha",
        text="Why?",
        asked_at=timezone.now(),
    )


def _complaint() -> Complaint:
    return Complaint.objects.create(source=ComplaintSource.values[0], received_date=date(2026, 11, 1))


def _coupon() -> Coupon:
    return Coupon.objects.create(code="TEN", short_description="Ten", percent=10, total_limit=9)


def _template() -> MessageTemplate:
    return MessageTemplate.objects.create(
        key="weekly", channel=MessageChannel.MAIL, subject="This week", body="New:\ncourses"
    )


def _testimonial() -> Testimonial:
    return Testimonial.objects.create(username="Asha", location="Goa", rating=5, review="Good.")


def _entitlement() -> Entitlement:
    return Entitlement.objects.create(
        person=User.objects.create(mobile="9700000001", name="Asha"),
        scope=Scope.PRO,
        source=Source.STAFF,
        label="A month",
        starts_at=timezone.now(),
        ends_at=timezone.now() + timedelta(days=30),
    )


_TAX = ("company_pan", "company_gstin", "company_state")

FORMS: dict[type[models.Model], Screen] = {
    AcademyChapter: Screen(AcademyChapterFactory, "title"),
    AcademyModule: Screen(AcademyModuleFactory, "title"),
    Asset: Screen(_asset, "title", stays=("file", "kind")),
    Category: Screen(CategoryFactory, "title"),
    Complaint: Screen(_complaint, "note"),
    ComplianceAudit: Screen(
        lambda: ComplianceAudit.objects.create(year=2024, status=AuditStatus.values[-1]), "remarks"
    ),
    Coupon: Screen(
        lambda: Coupon.objects.create(code="TEN", short_description="Ten", percent=10, total_limit=9),
        "short_description",
        stays=("batch",),
    ),
    CouponBatch: Screen(
        lambda: CouponBatch.objects.create(prefix="TEN", size=1, short_description="Ten", percent=10),
        "short_description",
    ),
    Course: Screen(
        lambda: CourseFactory(long_description="One\nTwo"),
        "title",
        stays=("content_updated_at", "figure", "figure_numbers"),
    ),
    Entitlement: Screen(_entitlement, "label", stays=("scope", "item_id")),
    FaqArticle: Screen(FaqArticleFactory, "title"),
    FaqTopic: Screen(FaqTopicFactory, "title"),
    GlossaryTerm: Screen(GlossaryTermFactory, "definition"),
    Group: Screen(lambda: Group.objects.create(name="Evenings"), "name"),
    Instructor: Screen(InstructorFactory, "name", stays=("film", "film_captions")),
    LiveTrading: Screen(LiveTradingFactory, "title"),
    LoginSettings: Screen(lambda: LoginSettings.objects.get_or_create()[0], "consent_label"),
    Meeting: Screen(_meeting, "title", stays=("mentorship",)),
    Mentorship: Screen(lambda: MentorshipFactory(capacity=20), "title"),
    MessageTemplate: Screen(_template, "subject"),
    Plan: Screen(lambda: ProPlanFactory(section__is_published=False), "price_name"),
    ProSection: Screen(ProSectionFactory, "title"),
    ExchangeHoliday: Screen(
        lambda: ExchangeHoliday.objects.create(date=date(2031, 3, 4), name="Holi"), "name"
    ),
    ProgramSession: Screen(lambda: SessionFactory(capacity=20), "name"),
    ReplyTemplate: Screen(lambda: ReplyTemplate.objects.create(title="Hello", text="Dear {name}"), "title"),
    SearchSynonym: Screen(
        lambda: SearchSynonym.objects.create(word="lamp", stands_for="candle"), "stands_for"
    ),
    SessionPlan: Screen(PlanFactory, "price_name"),
    SessionSeries: Screen(_series, "name"),
    SiteSettings: Screen(lambda: SiteSettings.objects.get_or_create()[0], "tagline", stays=_TAX),
    Testimonial: Screen(
        lambda: Testimonial.objects.create(username="Asha", location="Goa", rating=5, review="Good."),
        "username",
        # Another text loses its proof.
        stays=("earnings_verified",),
    ),
    Topic: Screen(TopicFactory, "title", stays=("content_type",)),
    TopicQuestion: Screen(_topic_question, "answer", stays=("answered_at",)),
    User: Screen(lambda: User.objects.create(mobile="9700000002", name="Asha"), "name", stays=("erased_at",)),
    Webinar: Screen(lambda: WebinarFactory(capacity=20), "title"),
}

NOT_SAVED_HERE = {GstRate, ModuleCourse, Page, PageVersion, RefundSettings, SecondPersonSettings}
"""Their forms have no text, or use services that write named columns and check version or lock."""


def change_elsewhere(row: models.Model, *, but: Collection[str]) -> dict[str, Any]:
    """Change all other columns with an UPDATE and return their new values."""
    changed = [
        field.name
        for field in row._meta.concrete_fields
        if not field.primary_key and field.name not in but and _update(row, field)
    ]
    return stored(row, changed)


def stored(row: models.Model, names: Collection[str]) -> dict[str, Any]:
    values = type(row)._base_manager.filter(pk=row.pk).values("pk", *names).get()
    return {name: values[name] for name in names}


def _update(row: models.Model, field: Any) -> bool:
    value = _another(field, getattr(row, field.attname))
    try:
        with transaction.atomic():
            type(row)._base_manager.filter(pk=row.pk).update(**{field.attname: value})
    except IntegrityError:
        return False
    return True


def _another(field: Any, value: Any) -> Any:
    if field.related_model is not None:
        return _another_related(field, value)
    if field.choices:
        return next((choice for choice, _ in field.flatchoices if choice != value), value)
    match field:
        case models.BooleanField():
            return not value
        case models.JSONField():
            return (
                [*value, 3 if field.name == "weekdays" else "2026-12-25"]
                if isinstance(value, list)
                else value
            )
        case models.FileField():
            return f"elsewhere/{new_id()}.mp4"
        case models.DateTimeField():
            return (value or timezone.now()) + timedelta(seconds=30)
        case models.DateField():
            return (value or date(2026, 1, 1)) + timedelta(days=1)
        case models.TimeField():
            return (datetime.combine(date(2026, 1, 1), value) + timedelta(hours=1)).time()
        case models.DecimalField():
            return Decimal("1.5") if value != Decimal("1.5") else Decimal("2.5")
        case models.IntegerField():
            # Whole rupees; the original price stays above the discounted one.
            step = 100 if field.name.endswith("_paise") else 1
            return (value or 0) + step * (2 if field.name.startswith("markup") else 1)
        case models.UUIDField():
            return new_id()
        case models.EmailField():
            return "elsewhere@example.in"
        case models.URLField():
            return "https://elsewhere.example.in/"
        case models.SlugField():
            return f"{value}-elsewhere"
    return f"{value}1"[-(field.max_length or 99) :]


def _another_related(field: Any, value: Any) -> Any:
    related = field.related_model._base_manager.complex_filter(field.get_limit_choices_to())
    others = related.exclude(pk=value).values_list("pk", flat=True)
    if not others and field.related_model in FORMS:
        FORMS[field.related_model].make()
    return others.all().first() or value
