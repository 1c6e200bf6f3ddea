"""A price is confirmed as long as it is the one that was confirmed, whatever changed it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.accounts.models import User
from apps.catalog.models import Course
from apps.catalog.tests import publishable
from apps.catalog.tests.factories import CourseFactory
from apps.content.models import ProposedChange, SecondPersonSettings
from apps.content.services import changes
from apps.live.models import LiveTrading, Mentorship, ProgramSession, SessionSeries, Webinar
from apps.live.selectors import publishing_facts as live_facts
from apps.live.tests import publishable as live_publishable
from apps.live.tests.factories import MentorshipFactory, PlanFactory, SessionFactory, WebinarFactory
from apps.pro.tests.factories import PlanFactory as ProPlanFactory
from tests.staff.admin_pages import admin_url, errors, load_form

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_person_decides")]

PRICES = {Course: "offer_price_paise", Webinar: "price_paise", Mentorship: "price_paise"}


def public(model: type[Any]) -> Any:
    """Published, at a confirmed price of ₹1,299."""
    if model is Course:
        return publishable.complete(CourseFactory(offer_price_paise=1299_00))
    make = WebinarFactory if model is Webinar else MentorshipFactory
    return live_publishable.complete(make(price_paise=1299_00))


def save(client: Client, row: Any, **changed: str | None) -> Any:
    """Post the page as it was loaded, with these changes; None leaves a field out."""
    form = load_form(client, admin_url(row))
    for name, value in changed.items():
        form.pop(name, None)
        if value is not None:
            form[name] = [value]
    return client.post(admin_url(row), form)


@pytest.mark.parametrize("model", PRICES)
def test_a_new_price_of_what_is_public_is_confirmed_again(admin_client: Client, model: type[Any]) -> None:
    row, field = public(model), PRICES[model]
    assert load_form(admin_client, admin_url(row))["price_confirmed"] == ["kept"]
    refused = save(admin_client, row, **{field: "1399"})
    assert errors(refused) == {"price_confirmed": ["The new price is ₹1,399. Tick this if it is right."]}
    assert getattr(model.objects.get(), field) == 1299_00

    # The box of the page that came back is empty, and its tick is about the new price.
    assert 'name="price_confirmed"' in refused.content.decode()
    assert refused.context["adminform"].form["price_confirmed"].value() is False
    assert 'value="kept"' not in refused.content.decode()
    assert save(admin_client, row, **{field: "1399"}, price_confirmed="on").status_code == 302
    row.refresh_from_db()
    assert (getattr(row, field), row.confirmed_prices) == (1399_00, [1399_00])
    assert save(admin_client, row, title="Another").status_code == 302
    assert model.objects.get().confirmed_prices == [1399_00]


@pytest.mark.parametrize("model", PRICES)
def test_a_draft_is_saved_and_asked_when_it_is_published(admin_client: Client, model: type[Any]) -> None:
    row, field = public(model), PRICES[model]
    model.objects.update(is_published=False)
    assert save(admin_client, row, **{field: "1399"}).status_code == 302
    assert "price_confirmed" not in load_form(admin_client, admin_url(row))
    save(admin_client, row, is_published="on")
    assert not model.objects.get().is_published
    save(admin_client, row, is_published="on", price_confirmed="on")
    assert model.objects.get().is_published


@pytest.mark.parametrize("model", PRICES)
def test_whatever_else_changes_a_price_ends_its_confirmation(admin_client: Client, model: type[Any]) -> None:
    row, field = public(model), PRICES[model]
    model.objects.update(**{field: 1399_00})
    assert "missing the confirmation of the price" in admin_client.get(admin_url(row)).content.decode()
    # Other changes are saved, and confirm nothing.
    assert save(admin_client, row, title="Another").status_code == 302
    assert not model.objects.get().has_confirmed([1399_00])
    model.objects.update(**{field: 1299_00})
    save(admin_client, row, price_confirmed=None)
    assert model.objects.get().confirmed_prices is None


def test_two_people_change_the_price_one_after_the_other(admin_client: Client) -> None:
    row = public(Course)
    first, second = (load_form(admin_client, admin_url(row)) for _ in range(2))
    changed = {"offer_price_paise": ["1399"], "price_confirmed": ["on"]}
    assert admin_client.post(admin_url(row), {**first, **changed}).status_code == 302
    # The other page still has the tick of the first price.
    refused = admin_client.post(admin_url(row), {**second, "offer_price_paise": ["1499"]})
    assert set(errors(refused)) == {"offer_price_paise"}
    assert admin_client.post(admin_url(row), {**second, "title": ["Another"]}).status_code == 302
    course = Course.objects.get()
    assert (course.title, course.offer_price_paise, course.confirmed_prices) == (
        "Another",
        1399_00,
        [1399_00],
    )


def test_a_page_that_was_loaded_before_does_not_confirm_what_came_after(admin_client: Client) -> None:
    row = public(Course)
    loaded = load_form(admin_client, admin_url(row))
    Course.objects.update(offer_price_paise=1399_00)
    assert admin_client.post(admin_url(row), {**loaded, "title": ["Another"]}).status_code == 302
    assert not Course.objects.get().has_confirmed([1399_00])


# --- programs, whose prices are those of their sessions and plans ----------------------------------


@pytest.fixture
def program() -> LiveTrading:
    session = SessionFactory(base_price_paise=499_00)
    PlanFactory(program=session.program, actual_price_paise=500_00, discounted_price_paise=399_00)
    return live_publishable.complete(session.program)


def is_confirmed(program: LiveTrading) -> bool:
    program.refresh_from_db()
    return program.has_confirmed(live_facts.program_facts([program])[program.pk].prices)


NEW = "Nothing of this public program costs {}. Tick 'Price confirmed' if it is right."


def test_a_plan_on_the_page_of_its_program(admin_client: Client, program: LiveTrading) -> None:
    changed = {"plans-0-discounted_price_paise": "349"}
    refused = save(admin_client, program, **changed)
    [formset, *_] = [inline.formset for inline in refused.context["inline_admin_formsets"]]
    assert formset.non_form_errors() == [NEW.format("₹349")]
    assert save(admin_client, program, **changed, price_confirmed="on").status_code == 302
    program.refresh_from_db()
    assert program.confirmed_prices == [349_00, 499_00]
    assert is_confirmed(program)


@pytest.mark.parametrize("part", ["session", "plan"])
def test_a_part_on_its_own_page(admin_client: Client, program: LiveTrading, part: str) -> None:
    row, field = (
        (program.sessions.get(), "base_price_paise")
        if part == "session"
        else (program.plans.get(), "discounted_price_paise")
    )
    refused = save(admin_client, row, **{field: "449"})
    assert errors(refused) == {"price_confirmed": [NEW.format("₹449")]}
    assert save(admin_client, row, **{field: "449"}, price_confirmed="on").status_code == 302
    assert is_confirmed(program)
    assert 449_00 in program.confirmed_prices


def series_form(program: LiveTrading, **changed: Any) -> dict[str, Any]:
    day = timezone.localdate() + timedelta(days=2)
    return {
        "program": str(program.pk),
        "name": "Opening range",
        "weekdays": [str(number) for number in range(7)],
        "starts_time": "09:00",
        "minutes": "60",
        "first_date": str(day),
        "last_date": str(day + timedelta(days=3)),
        "base_price_paise": "4999",
        "is_on": "on",
        **changed,
    }


def test_a_series_sells_no_price_that_nobody_confirmed(admin_client: Client, program: LiveTrading) -> None:
    url = reverse("admin:live_sessionseries_add")
    refused = admin_client.post(url, series_form(program))
    assert errors(refused) == {"price_confirmed": [NEW.format("₹4,999")]}
    assert ProgramSession.objects.count() == 1
    assert admin_client.post(url, series_form(program, is_on="")).status_code == 302
    row = SessionSeries.objects.get()
    assert errors(save(admin_client, row, is_on="on")) == {"price_confirmed": [NEW.format("₹4,999")]}
    assert save(admin_client, row, is_on="on", price_confirmed="on").status_code == 302
    assert ProgramSession.objects.filter(base_price_paise=4999_00).exists()
    assert is_confirmed(program)


def test_an_import_names_new_prices_in_its_preview_which_confirms_them(
    admin_client: Client, program: LiveTrading
) -> None:
    day = timezone.localdate() + timedelta(days=9)
    lines = ["program,name,date,start,minutes,price", f"{program.weburlname},Gaps,{day},19:00,60,4990"]
    url = reverse("admin:live_programsession_import")

    text = "\n".join(lines)
    preview = admin_client.post(url, {"text": text}).content.decode()
    assert f"{program}, which is public: ₹4,990 is new." in preview
    assert ProgramSession.objects.count() == 1
    assert admin_client.post(url, {"text": text, "confirmed": "1"}).status_code == 302
    assert ProgramSession.objects.count() == 2
    assert is_confirmed(program)


def test_an_import_by_the_command_confirms_nothing(program: LiveTrading, tmp_path: Path) -> None:
    day = timezone.localdate() + timedelta(days=9)
    file = tmp_path / "sessions.csv"
    file.write_text(f"program,name,date,start,minutes,price\n{program.weburlname},Gaps,{day},19:00,60,4990\n")
    call_command("import_sessions", str(file))
    assert ProgramSession.objects.count() == 2
    assert not is_confirmed(program)


@pytest.mark.parametrize("needs_second", [False, True])
def test_the_action_confirms_and_so_does_the_second_person(
    admin_client: Client, program: LiveTrading, needs_second: bool
) -> None:
    SecondPersonSettings.objects.update(for_prices=needs_second)
    session = program.sessions.get()
    url = reverse("admin:live_programsession_changelist")
    chosen = {"action": "change_prices", "_selected_action": [str(session.pk)], "price": "450"}
    shown = admin_client.post(url, {**chosen, "preview": "1"}).context["shown"]
    admin_client.post(url, {**chosen, "confirmed": "1", "shown": shown})
    if needs_second:
        by = User.objects.create_superuser(mobile="9833333334", password="another long phrase", name="Asha")
        assert ProgramSession.objects.get().base_price_paise == 499_00
        changes.approve(change_id=ProposedChange.objects.get().pk, by=by, at=timezone.now())
    assert ProgramSession.objects.get().base_price_paise == 450_00
    assert is_confirmed(program)


def test_what_a_command_writes_is_not_confirmed(program: LiveTrading) -> None:
    assert is_confirmed(program)
    ProgramSession.objects.update(base_price_paise=450_00)
    assert not is_confirmed(program)


# --- Pro, which has no check-list -----------------------------------------------------------------


def test_a_plan_of_pro_that_is_public_changes_by_the_action(admin_client: Client) -> None:
    plan = ProPlanFactory(actual_price_paise=5000_00, discounted_price_paise=4000_00)
    where = "The price of what is public changes in its list"
    text = f"{where}: choose it there and take the action 'Change the price'."
    assert errors(save(admin_client, plan, discounted_price_paise="400")) == {
        "discounted_price_paise": [text]
    }
    refused = save(admin_client, plan.section, **{"plans-0-discounted_price_paise": "400"})
    assert [text] in [inline.formset.non_form_errors() for inline in refused.context["inline_admin_formsets"]]
    plan.refresh_from_db()
    assert plan.discounted_price_paise == 4000_00
