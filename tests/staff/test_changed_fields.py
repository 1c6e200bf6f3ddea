"""
No form of the admin writes more than what somebody changed in it.

Each is opened, then all that the form does not edit is changed elsewhere, then it is sent.
"""

from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.core import checks
from django.db import models
from django.test import Client, RequestFactory

from apps.catalog.models import Category, Course
from apps.catalog.tests.factories import CategoryFactory, CourseFactory, QuestionFactory, TopicFactory
from apps.core import changed_fields
from apps.live.models import SessionPlan, Webinar
from apps.live.tests.factories import LiveTradingFactory, WebinarFactory
from apps.live.tests.factories import PlanFactory as SessionPlanFactory
from tests.staff.pages import address, errors, opened
from tests.staff.rows import NOT_SAVED_HERE, SCREENS, changed_elsewhere, stored

pytestmark = pytest.mark.django_db


def _with_a_form() -> set[type[models.Model]]:
    request = RequestFactory().get("/admin/")
    request.user = type(
        "Superuser", (), {"is_superuser": True, "is_active": True, "has_perm": lambda *_: True}
    )()
    screens = admin.site._registry.items()
    return {model for model, screen in screens if screen.has_change_permission(request)}


def test_every_screen_with_a_form_is_tested() -> None:
    assert _with_a_form() == SCREENS.keys() | NOT_SAVED_HERE


@pytest.mark.parametrize("model", SCREENS, ids=lambda model: model.__name__)
def test_a_form_writes_only_what_was_changed_in_it(admin_client: Client, model: type[models.Model]) -> None:
    screen = SCREENS[model]
    row = screen.make()
    form = opened(admin_client, address(row))
    survives = changed_elsewhere(row, but=[screen.edits, *screen.stays])
    answer = admin_client.post(address(row), {**form, screen.edits: ["Edited"]})

    assert answer.status_code == 302, errors(answer)
    assert stored(row, [screen.edits])[screen.edits] == "Edited"
    now = stored(row, survives)
    along = {field.name for field in row._meta.concrete_fields if getattr(field, "auto_now", False)}
    assert {name for name in survives if now[name] != survives[name]} <= along


@pytest.mark.parametrize("model", SCREENS, ids=lambda model: model.__name__)
def test_a_form_that_nobody_touched_writes_nothing(admin_client: Client, model: type[models.Model]) -> None:
    row = SCREENS[model].make()
    form = opened(admin_client, address(row))
    survives = changed_elsewhere(row, but=SCREENS[model].stays)
    answer = admin_client.post(address(row), form)

    assert answer.status_code == 302, errors(answer)
    assert stored(row, survives) == survives


@pytest.mark.parametrize(
    ("model", "columns"),
    [
        (Webinar, {"taken", "called_off_at", "called_off_reason", "revision", "starts_at", "capacity"}),
        (Course, {"total_learners", "rating", "offer_price_paise", "is_published", "long_description"}),
    ],
)
def test_the_columns_that_matter_are_among_those_changed(
    model: type[models.Model], columns: set[str]
) -> None:
    assert columns <= changed_elsewhere(SCREENS[model].make(), but=["title"]).keys()


# --- the same field ---------------------------------------------------------------------------------


def test_a_field_that_somebody_else_changed_is_refused_once_and_then_replaced(admin_client: Client) -> None:
    course = CourseFactory(lead="First")
    form = opened(admin_client, address(course))
    Course.objects.filter(pk=course.pk).update(lead="Theirs", access_days=30)
    answer = admin_client.post(address(course), {**form, "lead": ["Mine"]})

    assert errors(answer) == {
        "lead": [
            "Somebody changed this to 'Theirs' in the meantime. Save again to replace it with your value."
        ]
    }
    assert stored(course, ["lead"]) == {"lead": "Theirs"}
    again = {**form, "lead": ["Mine"], changed_fields.INPUT: [_carried(answer)]}
    assert admin_client.post(address(course), again).status_code == 302
    assert stored(course, ["lead", "access_days"]) == {"lead": "Mine", "access_days": 30}


def test_two_who_write_the_same_do_not_disagree(admin_client: Client) -> None:
    course, shelf = CourseFactory(lead="First"), CategoryFactory()
    form = opened(admin_client, address(course))
    Course.objects.filter(pk=course.pk).update(lead="Same", category=shelf)
    changed = {**form, "lead": ["Same"], "category": [str(shelf.pk)]}
    assert admin_client.post(address(course), changed).status_code == 302


@pytest.mark.parametrize("token", ["x", "x:y", "a" * 5000])
def test_a_page_that_cannot_be_read_is_refused(admin_client: Client, token: str) -> None:
    course = CourseFactory()
    form = opened(admin_client, address(course))
    answer = admin_client.post(address(course), {**form, "lead": ["Mine"], changed_fields.INPUT: [token]})
    assert errors(answer) == {"__all__": ["This page is too old to be saved. Load it again."]}


def test_the_values_of_another_row_are_refused(admin_client: Client) -> None:
    course, other = CourseFactory(), CourseFactory()
    form = {**opened(admin_client, address(course)), "lead": ["Mine"]}
    form[changed_fields.INPUT] = opened(admin_client, address(other))[changed_fields.INPUT]
    answer = admin_client.post(address(course), form)
    assert errors(answer) == {"__all__": ["This page is too old to be saved. Load it again."]}


def test_line_ends_of_a_browser_are_no_change(admin_client: Client) -> None:
    course = CourseFactory(long_description="One\nTwo")
    form = opened(admin_client, address(course))
    assert form["long_description"] == ["One\r\nTwo"]
    Course.objects.filter(pk=course.pk).update(long_description="Theirs")
    assert admin_client.post(address(course), {**form, "title": ["Edited"]}).status_code == 302
    assert stored(course, ["long_description"]) == {"long_description": "Theirs"}


# --- rows within a form -----------------------------------------------------------------------------


def test_a_row_of_an_inline_writes_only_what_was_changed_in_it(admin_client: Client) -> None:
    plan = SessionPlanFactory(program=LiveTradingFactory(), discounted_price_paise=100_00)
    form = opened(admin_client, address(plan.program))
    SessionPlan.objects.filter(pk=plan.pk).update(discounted_price_paise=90_00, validity_days=7)
    answer = admin_client.post(address(plan.program), {**form, "plans-0-price_name": ["Edited"]})

    assert answer.status_code == 302, errors(answer)
    assert stored(plan, ["price_name", "discounted_price_paise", "validity_days"]) == {
        "price_name": "Edited",
        "discounted_price_paise": 90_00,
        "validity_days": 7,
    }


@pytest.mark.parametrize("count", ["2000", "9" * 1500])
def test_no_more_rows_are_built_than_were_sent(admin_client: Client, count: str) -> None:
    plan = SessionPlanFactory(program=LiveTradingFactory())
    form = opened(admin_client, address(plan.program))
    changed = {"plans-TOTAL_FORMS": [count], "plans-0-price_name": [""]}
    answer = admin_client.post(address(plan.program), {**form, **changed})

    (formset,) = (
        one.formset for one in answer.context["inline_admin_formsets"] if one.formset.prefix == "plans"
    )
    sent = {name.split("-")[1] for name in form if name.startswith("plans-") and name.split("-")[1].isdigit()}
    assert len(formset.forms) == len(sent)


def test_a_price_in_an_inline_that_somebody_else_changed_is_refused_once(admin_client: Client) -> None:
    plan = SessionPlanFactory(program=LiveTradingFactory(), discounted_price_paise=100_00)
    form = opened(admin_client, address(plan.program))
    SessionPlan.objects.filter(pk=plan.pk).update(discounted_price_paise=90_00)
    mine = {**form, "plans-0-discounted_price_paise": ["80"]}
    answer = admin_client.post(address(plan.program), mine)

    assert list(errors(answer)) == ["plans-0-discounted_price_paise"]
    assert stored(plan, ["discounted_price_paise"]) == {"discounted_price_paise": 90_00}
    formset = answer.context["inline_admin_formsets"][0].formset
    mine[f"plans-{changed_fields.INPUT}"] = [formset._token()]
    assert admin_client.post(address(plan.program), mine).status_code == 302
    assert stored(plan, ["discounted_price_paise"]) == {"discounted_price_paise": 80_00}


def test_answers_that_nobody_touched_are_not_written(admin_client: Client) -> None:
    question = QuestionFactory(topic=TopicFactory(content_type="quiz"))
    form = opened(admin_client, address(question.topic))
    before = list(question.options.values_list("pk", flat=True))
    answer = admin_client.post(address(question.topic), {**form, "questions-0-text": ["Edited?"]})

    assert answer.status_code == 302, errors(answer)
    question.refresh_from_db()
    assert question.text == "Edited?"
    assert list(question.options.values_list("pk", flat=True)) == before


def test_a_list_writes_only_what_was_changed_in_it(admin_client: Client) -> None:
    shelf = CategoryFactory(position=1)
    form = opened(admin_client, "/admin/catalog/category/")
    Category.objects.filter(pk=shelf.pk).update(title="Theirs", hue=20)
    saved = {**form, "form-0-position": ["7"], "_save": ["Save"]}
    assert admin_client.post("/admin/catalog/category/", saved).status_code == 302
    assert stored(shelf, ["position", "title", "hue"]) == {"position": 7, "title": "Theirs", "hue": 20}


def test_a_curriculum_writes_only_what_was_changed_in_it(admin_client: Client) -> None:
    topic = TopicFactory(duration_seconds=60)
    page = f"/admin/catalog/course/{topic.chapter.course_id}/curriculum/"
    form = opened(admin_client, page)
    type(topic).objects.filter(pk=topic.pk).update(duration_seconds=90, is_free_preview=True)
    answer = admin_client.post(page, {**form, "topics-0-title": ["Edited"]})

    assert answer.status_code == 302
    assert stored(topic, ["title", "duration_seconds", "is_free_preview"]) == {
        "title": "Edited",
        "duration_seconds": 90,
        "is_free_preview": True,
    }


# --- seats ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("taken", "seats"), [(1, "1 seat is"), (7, "7 seats are")])
def test_fewer_seats_than_are_taken_are_refused_with_their_number(
    admin_client: Client, taken: int, seats: str
) -> None:
    webinar = WebinarFactory(capacity=20)
    form = opened(admin_client, address(webinar))
    Webinar.objects.filter(pk=webinar.pk).update(taken=taken)
    answer = admin_client.post(address(webinar), {**form, "capacity": [str(taken - 1)]})

    expected = f"{seats} taken already, so there cannot be fewer."
    assert expected in errors(answer)["capacity"]
    assert stored(webinar, ["capacity", "taken"]) == {"capacity": 20, "taken": taken}


# --- the check --------------------------------------------------------------------------------------


def test_a_screen_that_saves_whole_rows_fails_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [problem for problem in checks.run_checks() if problem.id == "rally.E001"] == []
    stock = GroupAdmin(Group, admin.site)
    monkeypatch.setitem(admin.site._registry, Group, stock)
    assert [problem.obj for problem in checks.run_checks() if problem.id == "rally.E001"] == [GroupAdmin]


def test_an_inline_that_saves_whole_rows_fails_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stock(admin.TabularInline):
        model = SessionPlan

    monkeypatch.setattr(admin.site._registry[Webinar], "inlines", (Stock,))
    assert [problem.obj for problem in checks.run_checks() if problem.id == "rally.E001"] == [Stock]


def _carried(answer: Any) -> str:
    form = answer.context["adminform"].form
    return changed_fields._signed({str(form.instance.pk): form.loaded()})
