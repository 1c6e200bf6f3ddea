"""
Admin forms write only the fields that were changed in them.

Each test loads a form, changes other columns elsewhere, then submits the form.
"""

from typing import Any

import pytest
from django.contrib import admin
from django.db import models
from django.test import Client, RequestFactory

from apps.catalog.models import Category, Course
from apps.catalog.tests.factories import CategoryFactory, CourseFactory, QuestionFactory, TopicFactory
from apps.core import changed_fields
from apps.live.models import SessionPlan, Webinar
from apps.live.tests.factories import LiveTradingFactory, WebinarFactory
from apps.live.tests.factories import PlanFactory as SessionPlanFactory
from tests.staff.admin_pages import admin_url, errors, load_form
from tests.staff.admin_rows import FORMS, NOT_SAVED_HERE, change_elsewhere, stored

pytestmark = pytest.mark.django_db


def _models_with_a_form() -> set[type[models.Model]]:
    request = RequestFactory().get("/admin/")
    request.user = type(
        "Superuser", (), {"is_superuser": True, "is_active": True, "has_perm": lambda *_: True}
    )()
    registry = admin.site._registry.items()
    return {model for model, model_admin in registry if model_admin.has_change_permission(request)}


def test_every_admin_form_is_tested() -> None:
    assert _models_with_a_form() == FORMS.keys() | NOT_SAVED_HERE


@pytest.mark.parametrize("model", FORMS, ids=lambda model: model.__name__)
def test_a_form_writes_only_changed_fields(admin_client: Client, model: type[models.Model]) -> None:
    form_case = FORMS[model]
    row = form_case.make()
    form = load_form(admin_client, admin_url(row))
    expected = change_elsewhere(row, but=[form_case.edits, *form_case.stays])
    response = admin_client.post(admin_url(row), {**form, form_case.edits: ["Edited"]})

    assert response.status_code == 302, errors(response)
    assert stored(row, [form_case.edits])[form_case.edits] == "Edited"
    now = stored(row, expected)
    automatic = {field.name for field in row._meta.concrete_fields if getattr(field, "auto_now", False)}
    assert {name for name in expected if now[name] != expected[name]} <= automatic


@pytest.mark.parametrize("model", FORMS, ids=lambda model: model.__name__)
def test_an_unchanged_form_writes_nothing(admin_client: Client, model: type[models.Model]) -> None:
    row = FORMS[model].make()
    form = load_form(admin_client, admin_url(row))
    expected = change_elsewhere(row, but=FORMS[model].stays)
    response = admin_client.post(admin_url(row), form)

    assert response.status_code == 302, errors(response)
    assert stored(row, expected) == expected


@pytest.mark.parametrize(
    ("model", "columns"),
    [
        (
            Webinar,
            {"seats_taken", "cancelled_at", "cancellation_reason", "revision", "starts_at", "capacity"},
        ),
        (Course, {"offer_price_paise", "is_published", "long_description"}),
    ],
)
def test_important_columns_are_among_those_changed(model: type[models.Model], columns: set[str]) -> None:
    assert columns <= change_elsewhere(FORMS[model].make(), but=["title"]).keys()


# --- the same field -----------------------------------------------------------------------------


def test_a_conflicting_change_is_refused_once_then_overwrites(admin_client: Client) -> None:
    course = CourseFactory(lead="First")
    form = load_form(admin_client, admin_url(course))
    Course.objects.filter(pk=course.pk).update(lead="Theirs", access_days=30)
    response = admin_client.post(admin_url(course), {**form, "lead": ["Mine"]})

    assert errors(response) == {
        "lead": ["This was changed to 'Theirs' in the meantime. Save again to overwrite it with your value."]
    }
    assert stored(course, ["lead"]) == {"lead": "Theirs"}
    again = {**form, "lead": ["Mine"], changed_fields.INPUT: [_token_of(response)]}
    assert admin_client.post(admin_url(course), again).status_code == 302
    assert stored(course, ["lead", "access_days"]) == {"lead": "Mine", "access_days": 30}


def test_the_same_change_by_two_people_is_no_conflict(admin_client: Client) -> None:
    course, category = CourseFactory(lead="First"), CategoryFactory()
    form = load_form(admin_client, admin_url(course))
    Course.objects.filter(pk=course.pk).update(lead="Same", category=category)
    changed = {**form, "lead": ["Same"], "category": [str(category.pk)]}
    assert admin_client.post(admin_url(course), changed).status_code == 302


@pytest.mark.parametrize("token", ["x", "x:y", "a" * 5000])
def test_an_invalid_token_is_refused(admin_client: Client, token: str) -> None:
    course = CourseFactory()
    form = load_form(admin_client, admin_url(course))
    response = admin_client.post(admin_url(course), {**form, "lead": ["Mine"], changed_fields.INPUT: [token]})
    assert errors(response) == {"__all__": ["This page is out of date. Reload it and try again."]}


def test_the_token_of_another_row_is_refused(admin_client: Client) -> None:
    course, other = CourseFactory(), CourseFactory()
    form = {**load_form(admin_client, admin_url(course)), "lead": ["Mine"]}
    form[changed_fields.INPUT] = load_form(admin_client, admin_url(other))[changed_fields.INPUT]
    response = admin_client.post(admin_url(course), form)
    assert errors(response) == {"__all__": ["This page is out of date. Reload it and try again."]}


def test_crlf_line_ends_are_no_change(admin_client: Client) -> None:
    course = CourseFactory(long_description="One\nTwo")
    form = load_form(admin_client, admin_url(course))
    assert form["long_description"] == ["One\r\nTwo"]
    Course.objects.filter(pk=course.pk).update(long_description="Theirs")
    assert admin_client.post(admin_url(course), {**form, "title": ["Edited"]}).status_code == 302
    assert stored(course, ["long_description"]) == {"long_description": "Theirs"}


# --- inlines and lists -------------------------------------------------------------------------


def test_an_inline_writes_only_changed_fields(admin_client: Client) -> None:
    plan = SessionPlanFactory(program=LiveTradingFactory(), discounted_price_paise=100_00)
    form = load_form(admin_client, admin_url(plan.program))
    SessionPlan.objects.filter(pk=plan.pk).update(discounted_price_paise=90_00, validity_days=7)
    response = admin_client.post(admin_url(plan.program), {**form, "plans-0-price_name": ["Edited"]})

    assert response.status_code == 302, errors(response)
    assert stored(plan, ["price_name", "discounted_price_paise", "validity_days"]) == {
        "price_name": "Edited",
        "discounted_price_paise": 90_00,
        "validity_days": 7,
    }


@pytest.mark.parametrize("count", ["2000", "9" * 1500])
def test_no_more_inline_forms_are_built_than_were_sent(admin_client: Client, count: str) -> None:
    plan = SessionPlanFactory(program=LiveTradingFactory())
    form = load_form(admin_client, admin_url(plan.program))
    changed = {"plans-TOTAL_FORMS": [count], "plans-0-price_name": [""]}
    response = admin_client.post(admin_url(plan.program), {**form, **changed})

    (formset,) = (
        one.formset for one in response.context["inline_admin_formsets"] if one.formset.prefix == "plans"
    )
    sent = {name.split("-")[1] for name in form if name.startswith("plans-") and name.split("-")[1].isdigit()}
    assert len(formset.forms) == len(sent)


@pytest.mark.usefixtures("one_person_decides")
def test_a_conflicting_change_in_an_inline_is_refused_once(admin_client: Client) -> None:
    plan = SessionPlanFactory(program=LiveTradingFactory(), discounted_price_paise=100_00)
    form = load_form(admin_client, admin_url(plan.program))
    SessionPlan.objects.filter(pk=plan.pk).update(discounted_price_paise=90_00)
    mine = {**form, "plans-0-discounted_price_paise": ["80"], "price_confirmed": ["on"]}
    response = admin_client.post(admin_url(plan.program), mine)

    assert list(errors(response)) == ["plans-0-discounted_price_paise"]
    assert stored(plan, ["discounted_price_paise"]) == {"discounted_price_paise": 90_00}
    formset = response.context["inline_admin_formsets"][0].formset
    mine[f"plans-{changed_fields.INPUT}"] = [formset._token()]
    assert admin_client.post(admin_url(plan.program), mine).status_code == 302
    assert stored(plan, ["discounted_price_paise"]) == {"discounted_price_paise": 80_00}


def test_unchanged_quiz_options_are_not_written(admin_client: Client) -> None:
    question = QuestionFactory(topic=TopicFactory(content_type="quiz"))
    form = load_form(admin_client, admin_url(question.topic))
    before = list(question.options.values_list("pk", flat=True))
    response = admin_client.post(admin_url(question.topic), {**form, "questions-0-text": ["Edited?"]})

    assert response.status_code == 302, errors(response)
    question.refresh_from_db()
    assert question.text == "Edited?"
    assert list(question.options.values_list("pk", flat=True)) == before


def test_an_editable_list_writes_only_changed_fields(admin_client: Client) -> None:
    category = CategoryFactory(position=1)
    form = load_form(admin_client, "/admin/catalog/category/")
    Category.objects.filter(pk=category.pk).update(title="Theirs", hue=20)
    saved = {**form, "form-0-position": ["7"], "_save": ["Save"]}
    assert admin_client.post("/admin/catalog/category/", saved).status_code == 302
    assert stored(category, ["position", "title", "hue"]) == {"position": 7, "title": "Theirs", "hue": 20}


def test_the_curriculum_writes_only_changed_fields(admin_client: Client) -> None:
    topic = TopicFactory(duration_seconds=60)
    page = f"/admin/catalog/course/{topic.chapter.course_id}/curriculum/"
    form = load_form(admin_client, page)
    type(topic).objects.filter(pk=topic.pk).update(duration_seconds=90, is_free_preview=True)
    response = admin_client.post(page, {**form, "topics-0-title": ["Edited"]})

    assert response.status_code == 302
    assert stored(topic, ["title", "duration_seconds", "is_free_preview"]) == {
        "title": "Edited",
        "duration_seconds": 90,
        "is_free_preview": True,
    }


# --- seats --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats_taken", "seats"), [(1, "1 seat is"), (7, "7 seats are")])
def test_a_capacity_below_the_taken_seats_is_refused(
    admin_client: Client, seats_taken: int, seats: str
) -> None:
    webinar = WebinarFactory(capacity=20)
    form = load_form(admin_client, admin_url(webinar))
    Webinar.objects.filter(pk=webinar.pk).update(seats_taken=seats_taken)
    response = admin_client.post(admin_url(webinar), {**form, "capacity": [str(seats_taken - 1)]})

    expected = f"{seats} already taken, so there cannot be fewer."
    assert expected in errors(response)["capacity"]
    assert stored(webinar, ["capacity", "seats_taken"]) == {"capacity": 20, "seats_taken": seats_taken}


# --- the system check ----------------------------------------------------------------------------------


def test_every_model_admin_and_inline_saves_only_what_was_changed() -> None:
    classes = {type(row): changed_fields.ChangedFieldsMixin for row in admin.site._registry.values()}
    for row in admin.site._registry.values():
        classes |= dict.fromkeys(row.inlines, changed_fields.ChangedFieldsInlineMixin)
    assert len(classes) > 70
    assert [cls for cls, mixin in classes.items() if not issubclass(cls, mixin)] == []


def _token_of(response: Any) -> str:
    form = response.context["adminform"].form
    return changed_fields._signed({str(form.instance.pk): form.loaded()})


@pytest.mark.parametrize("name", [None, "title"])
def test_a_page_saves_no_copy(admin_client: Client, name: str | None) -> None:
    """Also not with an error in the form, after which the page is shown again."""
    course = CourseFactory()
    form = load_form(admin_client, admin_url(course))
    wrong = {} if name is None else {name: [""]}
    response = admin_client.post(admin_url(course), {**form, **wrong, "_saveasnew": ["1"]})
    assert response.status_code == 400
    assert Course.objects.get() == course
