"""New texts of chapters, topics, plans, sessions, series and meetings of what is public need an approval."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, time, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from apps.catalog.models import Course
from apps.catalog.selectors import publishing_facts as catalog_publishing
from apps.catalog.states import ContentType
from apps.catalog.tests import publishable
from apps.catalog.tests.factories import ChapterFactory, CourseFactory, TopicFactory
from apps.content.selectors import public_parts
from apps.core import indian_time
from apps.core.advert_words import PublicText
from apps.live.models import SessionSeries
from apps.live.tests import publishable as live_publishable
from apps.live.tests.factories import LiveTradingFactory, MentorshipFactory, PlanFactory, SessionFactory
from apps.pro.tests.factories import BenefitFactory, ProSectionFactory
from apps.pro.tests.factories import PlanFactory as ProPlanFactory
from tests.staff.admin_pages import Fields, admin_url, load_form
from tests.staff.approved import approve
from tests.staff.undeletable_rows import messages_of

pytestmark = pytest.mark.django_db

PROMISE = "Guaranteed returns for all"
ASKED = "is public. Change these texts, or archive it until Compliance has approved the new ones."


def topic() -> Any:
    return TopicFactory(content_type=ContentType.ARTICLE, text="Read this.")


def series() -> Any:
    row = SessionSeries(
        program=LiveTradingFactory(),
        name="Evenings",
        weekdays=[0],
        starts_time=time(18),
        minutes=60,
        first_date=date(2099, 1, 5),
        last_date=date(2099, 2, 5),
        base_price_paise=499_00,
    )
    row.save()
    return row


def meeting() -> Any:
    return MentorshipFactory().meetings.get()


PAGES: list[tuple[Callable[[], Any], str, str]] = [
    (topic, "chapter.course", "title"),
    (topic, "chapter.course", "summary"),
    (SessionFactory, "program", "name"),
    (series, "program", "name"),
    (meeting, "mentorship", "title"),
]


def owner_of(row: Any, path: str) -> Any:
    for name in path.split("."):
        row = getattr(row, name)
    return row


def save(client: Client, url: str, form: Fields, **changed: str) -> Any:
    return client.post(url, {**form, **{name: [value] for name, value in changed.items()}}, follow=True)


@pytest.mark.parametrize(("make", "path", "field"), PAGES)
def test_a_promise_on_the_page_of_a_part_needs_an_approval(
    admin_client: Client, make: Callable[[], Any], path: str, field: str
) -> None:
    row = make()
    owner, url = owner_of(row, path), admin_url(row)
    form = load_form(admin_client, url)
    refused = save(admin_client, url, form, **{field: PROMISE})
    assert refused.context["adminform"].form.non_field_errors() == [
        f"'{owner}' {ASKED}",
        f"Promise of return in '{row._meta.get_field(field).verbose_name}': “{PROMISE}”",
    ]
    row.refresh_from_db()
    assert getattr(row, field) != PROMISE

    save(admin_client, url, form, **{field: "No guaranteed returns for anybody"})
    row.refresh_from_db()
    assert getattr(row, field) == "No guaranteed returns for anybody"

    # What was approved says nothing of this.
    approve(owner)
    refused = save(admin_client, url, load_form(admin_client, url), **{field: PROMISE})
    assert f"'{owner}' {ASKED}" in refused.context["adminform"].form.non_field_errors()
    row.refresh_from_db()
    assert getattr(row, field) != PROMISE


@pytest.mark.parametrize(("make", "path", "field"), PAGES)
def test_a_part_of_a_draft_says_what_it_likes(
    admin_client: Client, make: Callable[[], Any], path: str, field: str
) -> None:
    row = make()
    owner = owner_of(row, path)
    type(owner)._default_manager.filter(pk=owner.pk).update(is_published=False)
    save(admin_client, admin_url(row), load_form(admin_client, admin_url(row)), **{field: PROMISE})
    row.refresh_from_db()
    assert getattr(row, field) == PROMISE


def test_what_a_part_says_already_does_not_stop_other_changes(admin_client: Client) -> None:
    session = SessionFactory(name=PROMISE)
    url = admin_url(session)
    save(admin_client, url, load_form(admin_client, url), capacity="40")
    session.refresh_from_db()
    assert session.capacity == 40


def test_a_warning_beside_a_figure_counts(admin_client: Client) -> None:
    figure = "What 12% returns mean"
    session = SessionFactory(program__long_description="Trading.")
    url = admin_url(session)
    form = load_form(admin_client, url)
    assert (
        "Figure of a return without a warning" in save(admin_client, url, form, name=figure).content.decode()
    )
    program = session.program
    program.long_description = "Investments are subject to market risks."
    program.save()
    save(admin_client, url, form, name=figure)
    session.refresh_from_db()
    assert session.name == figure


ROWS = [
    (lambda: PlanFactory().program, "plans-0-price_name", "a plan"),
    (lambda: SessionFactory().program, "sessions-{new}-name", "a session"),
    (MentorshipFactory, "meetings-{new}-title", "a meeting"),
]


@pytest.mark.parametrize(("make", "name", "where"), ROWS)
def test_a_promise_in_a_row_of_its_owners_page_needs_an_approval(
    admin_client: Client, make: Callable[[], Any], name: str, where: str
) -> None:
    owner = live_publishable.complete(make())
    url = admin_url(owner)
    form = load_form(admin_client, url)
    prefix = name.partition("-")[0]
    rows = getattr(owner, prefix)
    if "{new}" in name:
        total = int(form[f"{prefix}-TOTAL_FORMS"][0])
        name = name.format(new=total)
        form[f"{prefix}-TOTAL_FORMS"] = [str(total + 1)]
        starts = timezone.localtime(timezone.now() + timedelta(days=300))
        for field, moment in (("starts_at", starts), ("ends_at", starts + timedelta(hours=1))):
            form[f"{prefix}-{total}-{field}_0"] = [f"{moment:%Y-%m-%d}"]
            form[f"{prefix}-{total}-{field}_1"] = [f"{moment:%H:%M}"]
        form[f"{prefix}-{total}-base_price_paise"] = ["499"]
    field = name.rpartition("-")[2]
    page = save(admin_client, url, form, **{name: PROMISE}).content.decode()
    assert f"&#x27;{owner}&#x27; {ASKED}" in page
    assert f"Promise of return in {where}: “{PROMISE}”" in page
    assert not rows.filter(**{field: PROMISE}).exists()

    type(owner)._default_manager.filter(pk=owner.pk).update(is_published=False)
    form.pop("is_published", None)
    save(admin_client, url, form, **{name: PROMISE})
    assert rows.filter(**{field: PROMISE}).exists()


def test_a_promise_in_the_curriculum_of_a_public_course_needs_an_approval(admin_client: Client) -> None:
    course = publishable.complete(CourseFactory())
    url = reverse("admin:catalog_course_curriculum", args=[course.pk])
    form = load_form(admin_client, url)
    for name, where in (("chapters-0-title", "a chapter"), ("topics-0-title", "a topic")):
        page = save(admin_client, url, form, **{name: PROMISE})
        assert page.context["page"].problems == [
            f"'{course}' {ASKED}",
            f"Promise of return in {where}: “{PROMISE}”",
        ]
    assert not course.chapters.filter(title=PROMISE).exists()
    Course.objects.filter(pk=course.pk).update(is_published=False)
    save(admin_client, url, form, **{"chapters-0-title": PROMISE})
    assert course.chapters.get().title == PROMISE


def test_the_text_of_an_article_counts_once_everybody_can_read_it(admin_client: Client) -> None:
    row = topic()
    url = admin_url(row)
    save(admin_client, url, load_form(admin_client, url), text=PROMISE)
    row.refresh_from_db()
    assert row.text == PROMISE

    found = f"Promise of return in the text of a free preview: “{PROMISE}”"
    refused = save(admin_client, url, load_form(admin_client, url), is_free_preview="on")
    assert list(refused.context["adminform"].form.non_field_errors())[1:] == [found]
    curriculum = reverse("admin:catalog_course_curriculum", args=[row.chapter.course_id])
    form = load_form(admin_client, curriculum)
    page = save(admin_client, curriculum, form, **{"topics-0-is_free_preview": "on"})
    assert page.context["page"].problems[1:] == [found]
    row.refresh_from_db()
    assert not row.is_free_preview

    save(
        admin_client,
        url,
        load_form(admin_client, url),
        is_free_preview="on",
        text="There are no sure profits.",
    )
    row.refresh_from_db()
    assert row.is_free_preview


def test_the_preview_counts_before_a_course_goes_public(admin_client: Client) -> None:
    course = publishable.draft()
    chapter = ChapterFactory(course=course)
    for is_free in (False, True):
        TopicFactory(chapter=chapter, content_type=ContentType.ARTICLE, text=PROMISE, is_free_preview=is_free)
    url = admin_url(course)
    response = save(admin_client, url, load_form(admin_client, url), is_published="on")
    assert f"Promise of return in the text of a free preview: “{PROMISE}”." in messages_of(response)[0]


@pytest.mark.parametrize(
    "text", ["<p>Guaran<b>teed</b> <em>returns</em></p>", "<p>No fees</p><p>Guaranteed&nbsp;returns</p>"]
)
def test_markup_hides_no_claim(admin_client: Client, text: str) -> None:
    row = topic()
    url = admin_url(row)
    refused = save(admin_client, url, load_form(admin_client, url), text=text, is_free_preview="on")
    assert "Promise of return" in str(refused.context["adminform"].form.non_field_errors())


def test_an_archived_topic_is_asked_when_it_is_restored(admin_client: Client) -> None:
    row = topic()
    row.is_published = False
    row.save()
    save(admin_client, admin_url(row), load_form(admin_client, admin_url(row)), title=PROMISE)
    row.refresh_from_db()
    assert row.title == PROMISE
    restore = admin_url(row, "archive")
    (message,) = messages_of(admin_client.post(restore, {"to": "restored"}, follow=True))
    assert ASKED in message
    row.refresh_from_db()
    assert not row.is_published
    Course.objects.filter(pk=row.chapter.course_id).update(is_published=False)
    admin_client.post(restore, {"to": "restored"})
    row.refresh_from_db()
    assert row.is_published


def test_nothing_is_queried_without_a_finding() -> None:
    course = CourseFactory()
    with CaptureQueriesContext(connection) as queries:
        texts = [PublicText("a chapter", "Candles")]
        day = indian_time.day_of(timezone.now())
        assert public_parts.refusals(course, texts, texts_of=catalog_publishing.texts, day=day) == []
    assert len(queries) == 0


def test_a_row_that_the_curriculum_restores_is_asked(admin_client: Client) -> None:
    row = topic()
    type(row).objects.filter(pk=row.pk).update(title=PROMISE, is_published=False)
    url = reverse("admin:catalog_course_curriculum", args=[row.chapter.course_id])
    page = admin_client.post(url, {**load_form(admin_client, url), "restore": ["topics-0"]}, follow=True)
    assert page.context["page"].problems[1:] == [f"Promise of return in a topic: “{PROMISE}”"]
    row.refresh_from_db()
    assert not row.is_published

    type(row).objects.filter(pk=row.pk).update(is_published=True)
    type(row.chapter).objects.filter(pk=row.chapter_id).update(is_published=False)
    page = admin_client.post(url, {**load_form(admin_client, url), "restore": ["chapters-0"]}, follow=True)
    assert page.context["page"].problems[1:] == [f"Promise of return in a topic: “{PROMISE}”"]


def test_a_series_that_is_switched_on_is_asked(admin_client: Client) -> None:
    row = series()
    type(row).objects.filter(pk=row.pk).update(name=PROMISE, is_on=False)
    url = admin_url(row)
    save(admin_client, url, load_form(admin_client, url), minutes="75")
    refused = save(admin_client, url, load_form(admin_client, url), is_on="on")
    assert f"'{row.program}' {ASKED}" in list(refused.context["adminform"].form.non_field_errors())
    row.refresh_from_db()
    assert (row.minutes, row.is_on) == (75, False)


def test_the_page_of_pro_is_asked_as_well(admin_client: Client) -> None:
    plan = ProPlanFactory()
    benefit = BenefitFactory(section=plan.section)
    url = admin_url(plan.section)
    form = load_form(admin_client, url)
    for name, where in (
        ("title", "'title'"),
        ("plans-0-price_name", "a plan"),
        ("benefits-0-description", "a benefit"),
        ("benefits-0-long_description", "a benefit"),
    ):
        page = save(admin_client, url, form, **{name: PROMISE}).content.decode()
        assert f"Promise of return in {escape(where)}: “{PROMISE}”" in page, name
    plan_url = admin_url(plan)
    page = save(admin_client, plan_url, load_form(admin_client, plan_url), price_name=PROMISE)
    assert f"'{plan.section}' {ASKED}" in list(page.context["adminform"].form.non_field_errors())
    benefit.refresh_from_db()
    assert benefit.description != PROMISE

    section = plan.section
    admin_client.post(admin_url(section, "archive"), {"to": "archived"})
    form = load_form(admin_client, url)
    save(admin_client, url, form, **{"benefits-0-description": PROMISE})
    benefit.refresh_from_db()
    section.refresh_from_db()
    assert (benefit.description, section.is_published) == (PROMISE, False)
    approve(section)
    save(admin_client, url, load_form(admin_client, url), is_published="on")
    section.refresh_from_db()
    assert section.is_published


def test_a_draft_of_pro_is_asked_when_it_is_published(admin_client: Client) -> None:
    section = ProSectionFactory(is_published=False)
    BenefitFactory(section=section, description=PROMISE)
    url = admin_url(section)
    refused = save(admin_client, url, load_form(admin_client, url), is_published="on")
    assert "__all__" in refused.context["adminform"].form.errors
    (message,) = messages_of(
        admin_client.post(admin_url(section, "archive"), {"to": "restored"}, follow=True)
    )
    assert f"Promise of return in a benefit: “{PROMISE}”" in message
    section.refresh_from_db()
    assert not section.is_published
