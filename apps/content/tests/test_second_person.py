"""Changes that another member of staff approves, now or for later."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import Permission
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.audit.selectors.price_history import price_history
from apps.content.models import Page, PageVersion, ProposedChange, SecondPersonSettings
from apps.content.selectors import second_person
from apps.content.services import changes, pages
from apps.content.states import ChangeKind
from apps.core.testing.parallel import in_parallel
from apps.outbox.models import Message
from apps.outbox.services import messages as outbox

pytestmark = pytest.mark.django_db

LIST = "admin:content_proposedchange_changelist"


@pytest.fixture
def page() -> Page:
    return Page.objects.get(slug="terms-and-conditions") if _has_terms() else Page.objects.first()  # type: ignore[return-value]


def _has_terms() -> bool:
    return Page.objects.filter(slug="terms-and-conditions").exists()


@pytest.fixture
def colleague() -> User:
    return _colleague("9866666661", "content.view_proposedchange", "content.approve_page_change")


def _colleague(mobile: str, *permissions: str) -> User:
    person = User.objects.create_user(mobile=mobile, name="Asha", is_staff=True)
    for name in permissions:
        app, code = name.split(".")
        person.user_permissions.add(Permission.objects.get(content_type__app_label=app, codename=code))
    return person


def _client(person: User) -> Client:
    client = Client()
    client.force_login(person, backend="apps.accounts.backends.ByPassword")
    return client


def propose(page: Page, by: User, *, applies_at: Any = None, text: str = "A new text.") -> ProposedChange:
    with transaction.atomic():
        return changes.propose_page(
            page_id=page.pk,
            based_on=page.version,
            new={"title": page.title, "lead": page.lead, "text": text},
            applies_at=applies_at,
            by=by,
            at=timezone.now(),
        )


def save_page(client: Client, page: Page, **values: str) -> Any:
    url = reverse("admin:content_page_change", args=[page.pk])
    form = client.get(url).context["adminform"].form
    sent = {"title": page.title, "lead": page.lead, "based_on": str(page.version), **values}
    token = re.search(r'name="_loaded" value="([^"]+)"', str(form.loaded_input))
    assert token is not None
    return client.post(url, {**sent, "_loaded": token[1]}, follow=True)


def decide(client: Client, change: ProposedChange, name: str, **values: str) -> Any:
    return client.post(reverse(f"admin:content_proposedchange_{name}", args=[change.pk]), values, follow=True)


def texts(response: Any) -> list[str]:
    return [str(message) for message in response.context["messages"]]


@pytest.mark.usefixtures("one_person_decides")
def test_where_one_decides_a_page_is_published_when_it_is_saved(admin_client: Client, page: Page) -> None:
    save_page(admin_client, page, text="A new text.")
    assert not ProposedChange.objects.exists()
    assert Page.objects.get(pk=page.pk).version == page.version + 1


def test_a_page_waits_for_a_second_person(
    admin_client: Client, staff: Any, page: Page, colleague: User
) -> None:
    response = save_page(admin_client, page, text="A new text.")
    assert texts(response) == ["Nothing is published yet: another person must approve this."]
    page.refresh_from_db()
    change = ProposedChange.objects.get()
    assert (change.status, change.proposed_by, page.version) == ("waiting", staff.user, change.old["version"])
    assert "You proposed this, so another person must approve it." in response.content.decode()
    assert texts(decide(admin_client, change, "approve")) == [changes.OwnChange.message]

    again = save_page(admin_client, page, text="Another text.")
    assert again.context["adminform"].form.non_field_errors() == [changes.ChangeWaits.message]

    shown = _client(colleague).get(reverse("admin:content_proposedchange_change", args=[change.pk]))
    assert "A new text." in shown.content.decode()
    assert texts(decide(_client(colleague), change, "approve")) == ["Approved and applied."]
    page.refresh_from_db()
    assert page.text == "A new text."
    version = PageVersion.objects.get(page=page, number=page.version)
    assert version.published_by == staff.user
    entry = AuditEntry.objects.get(object_type="content.page", note__startswith="Proposed by")
    assert (entry.person, "text" in entry.fields.splitlines()) == (colleague, True)
    assert texts(decide(_client(colleague), change, "approve")) == [changes.AlreadyDecided.message]


def test_only_the_permission_of_its_kind_approves(staff: Any, page: Page) -> None:
    change = propose(page, staff.user)
    other = _colleague("9866666662", "content.view_proposedchange", "content.approve_price_change")
    for name in ("approve", "decline"):
        assert decide(_client(other), change, name).status_code == 403
    change.refresh_from_db()
    assert change.status == "waiting"


def test_a_declined_change_is_not_applied(
    admin_client: Client, staff: Any, page: Page, colleague: User
) -> None:
    first = propose(page, staff.user)
    assert texts(decide(_client(colleague), first, "decline", note="Too long\x00")) == ["Declined."]
    first.refresh_from_db()
    assert (first.note, first.decided_by) == ("Too long", colleague)
    second = propose(page, staff.user)
    assert texts(decide(admin_client, second, "decline")) == ["Withdrawn."]
    page.refresh_from_db()
    assert page.text != "A new text."


def test_a_page_that_changed_meanwhile_is_not_overwritten(staff: Any, page: Page, colleague: User) -> None:
    change = propose(page, staff.user)
    pages.publish(
        page_id=page.pk,
        based_on=page.version,
        title=page.title,
        lead=page.lead,
        text="Theirs",
        by=None,
        at=timezone.now(),
    )
    assert texts(decide(_client(colleague), change, "approve")) == [changes.Outdated.message]
    page.refresh_from_db()
    change.refresh_from_db()
    assert (page.text, change.status) == ("Theirs", "waiting")


def test_a_change_for_later_is_applied_once_at_its_time(staff: Any, page: Page, colleague: User) -> None:
    now = timezone.now()
    change = propose(page, staff.user, applies_at=now + timedelta(hours=2))
    approved = texts(decide(_client(colleague), change, "approve"))
    assert approved[0].startswith("Approved. It is applied on ")
    outbox.sweep(now=timezone.now())
    changes.apply_due(change_id=change.pk, at=now + timedelta(hours=1))
    page.refresh_from_db()
    assert page.version == change.old["version"]

    with time_machine.travel(now + timedelta(hours=2, seconds=1)):
        outbox.sweep(now=timezone.now())
        page.refresh_from_db()
        assert (page.text, page.version) == ("A new text.", change.old["version"] + 1)
        message = Message.objects.get(kind=changes.KIND)
        changes.handle(message.payload)
    page.refresh_from_db()
    assert page.version == change.old["version"] + 1
    assert PageVersion.objects.filter(page=page, text="A new text.").count() == 1
    change.refresh_from_db()
    assert change.status == "applied"


def test_a_change_for_later_can_be_stopped(staff: Any, page: Page, colleague: User) -> None:
    later = timezone.now() + timedelta(hours=2)
    change = propose(page, staff.user, applies_at=later)
    changes.approve(change_id=change.pk, by=colleague, at=timezone.now())
    changes.decline(change_id=change.pk, by=staff.user, note="", at=timezone.now())
    changes.apply_due(change_id=change.pk, at=later)
    page.refresh_from_db()
    change.refresh_from_db()
    assert (page.version, change.status) == (change.old["version"], "withdrawn")


def test_a_change_for_later_that_is_outdated_is_closed(staff: Any, page: Page, colleague: User) -> None:
    later = timezone.now() + timedelta(hours=2)
    change = propose(page, staff.user, applies_at=later)
    changes.approve(change_id=change.pk, by=colleague, at=timezone.now())
    Page.objects.filter(pk=page.pk).update(version=page.version + 1)
    changes.apply_due(change_id=change.pk, at=later)
    change.refresh_from_db()
    assert (change.status, change.note) == ("failed", changes.Outdated.message)


@pytest.mark.parametrize(
    ("day", "time"),
    [("2020-01-01", "10:00"), ("9999-12-31", "23:59"), ("0001-01-01", "00:00"), ("x", "y"), ("\x00", "1")],
)
def test_a_wrong_time_is_asked_again(admin_client: Client, page: Page, day: str, time: str) -> None:
    response = save_page(admin_client, page, text="A new text.", applies_at_0=day, applies_at_1=time)
    assert "applies_at" in response.context["adminform"].form.errors
    assert not ProposedChange.objects.exists()


def test_the_database_refuses_an_approval_by_whoever_proposed(staff: Any, page: Page) -> None:
    change = propose(page, staff.user)
    with pytest.raises(IntegrityError), transaction.atomic():
        ProposedChange.objects.filter(pk=change.pk).update(
            status="approved", decided_by=staff.user, decided_at=timezone.now()
        )


def test_the_comparison_shows_changed_lines_with_a_few_around(staff: Any, page: Page) -> None:
    lines = [f"Line {number}" for number in range(30)]
    Page.objects.filter(pk=page.pk).update(text="\n".join(lines))
    page.refresh_from_db()
    lines[15] = "<b>Edited</b>"
    [part] = second_person.compare(propose(page, staff.user, text="\n".join(lines)))
    found = [(line.mark, line.text) for line in part.lines]
    assert found == [
        ("@", ""),
        *((" ", f"Line {number}") for number in (12, 13, 14)),
        ("-", "Line 15"),
        ("+", "<b>Edited</b>"),
        *((" ", f"Line {number}") for number in (16, 17, 18)),
    ]


def test_the_list_costs_the_same_queries(
    admin_client: Client, staff: Any, django_assert_max_num_queries: Any
) -> None:
    admin_client.get(reverse(LIST))
    counts = []
    for number in (1, 4):
        for row in Page.objects.order_by("pk")[:number]:
            if not ProposedChange.objects.filter(object_id=row.pk).exists():
                propose(row, staff.user)
        with django_assert_max_num_queries(20) as found:
            admin_client.get(reverse(LIST))
        counts.append(len(found))
    assert counts[0] == counts[1]


def test_no_price_is_in_the_history_of_a_page(page: Page) -> None:
    assert price_history(page) == []


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_of_two_people_one_decides(staff: Any) -> None:
    page = Page.objects.create(slug="race", title="Race", lead="Race", text="Old")
    others = [_colleague(f"986666667{number}") for number in range(2)]
    change = propose(page, staff.user)

    def decision(number: int) -> str:
        if number:
            changes.decline(change_id=change.pk, by=others[1], note="", at=timezone.now())
        else:
            changes.approve(change_id=change.pk, by=others[0], at=timezone.now())
        return "done"

    results = in_parallel(decision, times=2)
    assert sum(result == "done" for result in results) == 1
    assert sum(isinstance(result, changes.AlreadyDecided) for result in results) == 1
    change.refresh_from_db()
    page.refresh_from_db()
    assert (change.status, page.text) in {("applied", "A new text."), ("declined", "Old")}


@pytest.mark.parametrize("kind", ChangeKind)
def test_without_a_row_all_changes_need_a_second_person(kind: ChangeKind) -> None:
    assert second_person.is_needed_for(kind)
    row = SecondPersonSettings.objects.create(for_pages=kind == ChangeKind.PRICE)
    assert second_person.is_needed_for(kind) == (kind == ChangeKind.PRICE)
    row.for_pages, row.for_prices = True, kind == ChangeKind.PAGE
    row.save()
    assert second_person.is_needed_for(kind) == (kind == ChangeKind.PAGE)


def test_the_settings_are_one_row_and_switched_off_with_a_reason(admin_client: Client) -> None:
    url = reverse("admin:content_secondpersonsettings_add")
    fields = admin_client.get(url).context["adminform"].form
    assert [bool(fields[name].value()) for name in ("for_pages", "for_prices")] == [True, True]
    refused = admin_client.post(url, {"for_prices": "on", "reason": " "})
    assert refused.context["adminform"].form.errors == {"reason": ["Say why one person is enough."]}
    assert not SecondPersonSettings.objects.exists()

    reason = "Nobody else works here yet."
    assert admin_client.post(url, {"for_prices": "on", "reason": reason}).status_code == 302
    row = SecondPersonSettings.objects.get()
    assert (row.for_pages, row.for_prices) == (False, True)
    entry = AuditEntry.objects.get(object_type="content.secondpersonsettings", kind="added")
    assert {"for_pages", "reason"} <= set(entry.fields.splitlines())
    assert admin_client.get(url).status_code == 403
    change_url = reverse("admin:content_secondpersonsettings_change", args=[row.pk])
    form = admin_client.get(change_url).context["adminform"].form
    token = re.search(r'name="_loaded" value="([^"]+)"', str(form.loaded_input))
    assert token is not None
    sent = {"for_pages": "on", "for_prices": "on", "_loaded": token[1]}
    admin_client.post(change_url, {**sent, "reason": reason})
    row.refresh_from_db()
    assert (row.for_pages, row.for_prices) == (True, True)


def test_a_change_that_nobody_else_may_approve_says_what_to_do(
    admin_client: Client, staff: Any, page: Page
) -> None:
    change = propose(page, staff.user)
    url = reverse("admin:content_proposedchange_change", args=[change.pk])
    told = "Nobody else may approve this now."
    assert told in admin_client.get(url).content.decode()
    _colleague("9866666663", "content.approve_price_change")
    assert told in admin_client.get(url).content.decode()
    person = _colleague("9866666664", "content.approve_page_change")
    assert told not in admin_client.get(url).content.decode()
    assert list(second_person.approvers(ChangeKind.PAGE).exclude(pk=staff.user.pk)) == [person]
    person.is_active = False
    person.save()
    assert told in admin_client.get(url).content.decode()
