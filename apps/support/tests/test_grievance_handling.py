"""What staff do with grievances: status, register, escalation, and the admin's list and page."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.core.ids import new_id
from apps.core.testing.fixtures import Person
from apps.support.models import Complaint, Ticket, TicketNote
from apps.support.models.ticket import InvalidTransition
from apps.support.services import assignments, grievances
from apps.support.services.grievances import (
    AlreadyRegistered,
    CountedInFinalMonth,
    EscalationNeedsReason,
    NothingToRegister,
    NotRegistered,
)
from apps.support.states import TICKET_TRANSITIONS, Escalation, TicketState
from apps.support.tests.grievance_helpers import NOW, create_ticket, messages

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]


def test_ticket_released_from_spam_is_acknowledged(staff: Person) -> None:
    row = create_ticket(website="filled by a browser")
    grievances.change_state(ticket_id=row.pk, to=TicketState.NEW, by=staff.user, at=timezone.now())
    assert [name for name, _to, _params in messages()] == ["grievance_received", "grievance_for_office"]


@pytest.mark.parametrize("to", list(TicketState))
@pytest.mark.parametrize("begin", list(TicketState))
def test_only_listed_transitions_are_allowed(staff: Person, begin: TicketState, to: TicketState) -> None:
    row = create_ticket()
    ends = {TicketState.RESOLVED, TicketState.REJECTED, TicketState.SPAM}
    closed = timezone.now() if begin in ends else None
    Ticket.objects.update(state=begin, closed_at=closed)

    def change() -> None:
        by, at = staff.user, timezone.now()
        if to is TicketState.ESCALATED:
            grievances.escalate(ticket_id=row.pk, level=Escalation.ODR, reason="x", by=by, at=at)
        else:
            grievances.change_state(ticket_id=row.pk, to=to, by=by, at=at)

    if to not in TICKET_TRANSITIONS[begin]:
        with pytest.raises(InvalidTransition):
            change()
        assert Ticket.objects.get().state == begin
        assert not TicketNote.objects.exists()
        return
    change()
    row.refresh_from_db()
    assert (row.state, row.closed_at is not None) == (to, to in ends)
    assert {note.by for note in TicketNote.objects.all()} == {staff.user}


def test_grievance_is_counted_when_it_arrives_and_when_it_is_closed(staff: Person, clock: Any) -> None:
    row = create_ticket()
    complaint = Complaint.objects.get()
    assert row.complaint == complaint
    assert (complaint.source, complaint.reference) == ("direct", row.number)
    assert (complaint.received_date, complaint.resolved_date) == (date(2026, 11, 21), None)
    with pytest.raises(AlreadyRegistered):
        grievances.add_to_register(ticket_id=row.pk, by=staff.user, at=timezone.now())
    clock.move_to(datetime(2026, 11, 25, 20, 0, tzinfo=UTC))
    grievances.change_state(ticket_id=row.pk, to=TicketState.RESOLVED, by=staff.user, at=timezone.now())
    complaint.refresh_from_db()
    assert complaint.resolved_date == date(2026, 11, 26)
    grievances.change_state(ticket_id=row.pk, to=TicketState.WORKING, by=staff.user, at=timezone.now())
    complaint.refresh_from_db()
    assert complaint.resolved_date is None


def test_ticket_of_a_final_month_counts_in_the_first_open_month(staff: Person, clock: Any) -> None:
    row = create_ticket()
    remove_from_register(row, by=staff)
    clock.move_to(datetime(2026, 12, 8, 9, 0, tzinfo=UTC))
    complaint = grievances.add_to_register(ticket_id=row.pk, by=staff.user, at=timezone.now())
    assert complaint.received_date == date(2026, 12, 1)
    assert "21 Nov 2026" in complaint.note


def remove_from_register(row: Ticket, *, by: Person) -> None:
    grievances.remove_from_register(ticket_id=row.pk, reason="A question", by=by.user, at=timezone.now())


def test_what_is_no_complaint_is_removed_while_its_month_is_open(staff: Person, clock: Any) -> None:
    row, counted = create_ticket(), create_ticket(message="Another")
    remove_from_register(row, by=staff)
    assert [entry.reference for entry in Complaint.objects.all()] == [counted.number]
    assert row.notes.get().text == "Removed from the complaints register: A question"
    with pytest.raises(NotRegistered):
        remove_from_register(row, by=staff)
    clock.move_to(datetime(2026, 12, 8, 9, 0, tzinfo=UTC))
    with pytest.raises(CountedInFinalMonth):
        remove_from_register(counted, by=staff)
    assert Complaint.objects.get().reference == counted.number


def test_grievance_marked_as_spam_leaves_the_register_and_returns_when_released(staff: Person) -> None:
    row = create_ticket()
    for to, count in ((TicketState.SPAM, 0), (TicketState.NEW, 1)):
        grievances.change_state(ticket_id=row.pk, to=to, by=staff.user, at=timezone.now())
        assert Complaint.objects.count() == count
    assert [template for template, _to, _params in messages()].count("grievance_received") == 1


def test_escalation_has_a_reason_and_keeps_the_deadline(staff: Person) -> None:
    row = create_ticket()
    with pytest.raises(EscalationNeedsReason):
        grievances.change_state(ticket_id=row.pk, to=TicketState.ESCALATED, by=staff.user, at=timezone.now())
    grievances.escalate(
        ticket_id=row.pk, level=Escalation.SCORES, reason="They wrote to SEBI", by=staff.user, at=NOW
    )
    row.refresh_from_db()
    assert (row.state, row.escalated_to, row.escalated_at) == ("escalated", "scores", NOW)
    assert (row.closed_at, row.due_date) == (None, date(2026, 12, 12))
    assert "Escalated to SEBI (SCORES): They wrote to SEBI" in [note.text for note in row.notes.all()]


def test_reopened_grievance_has_a_new_deadline(staff: Person, clock: Any) -> None:
    row = create_ticket()
    grievances.change_state(ticket_id=row.pk, to=TicketState.RESOLVED, by=staff.user, at=timezone.now())
    clock.move_to(datetime(2026, 12, 5, 9, 0, tzinfo=UTC))
    grievances.change_state(ticket_id=row.pk, to=TicketState.WORKING, by=staff.user, at=timezone.now())
    row.refresh_from_db()
    assert row.due_date == date(2026, 12, 26)


def test_spam_cannot_be_added_to_the_register(staff: Person) -> None:
    row = create_ticket(website="x")
    with pytest.raises(NothingToRegister):
        grievances.add_to_register(ticket_id=row.pk, by=staff.user, at=timezone.now())
    assert not Complaint.objects.exists()


def test_overdue_tickets_are_listed_first_with_their_delay(admin_user: Any, clock: Any) -> None:
    late = create_ticket(message="late")
    clock.shift(timedelta(days=20))
    soon = create_ticket(message="soon")
    ended = create_ticket(message="ended")
    Ticket.objects.filter(pk=ended.pk).update(state=TicketState.RESOLVED, closed_at=timezone.now())
    clock.shift(timedelta(days=2))
    admin_client = Client()
    admin_client.force_login(admin_user, backend="apps.accounts.backends.ByPassword")
    html = admin_client.get(reverse("admin:support_ticket_changelist")).content.decode()
    assert html.index(late.number) < html.index(soon.number) < html.index(ended.number)
    assert "Overdue by 1 day<" in html
    assert "19 days left, until 1 Jan 2027" in html
    overdue = admin_client.get(
        reverse("admin:support_ticket_changelist"), {"status": "overdue"}
    ).content.decode()
    assert late.number in overdue
    assert soon.number not in overdue


def test_list_has_same_query_count_for_one_ticket_and_for_many(
    admin_client: Client, django_assert_num_queries: Any
) -> None:
    address = reverse("admin:support_ticket_changelist")
    create_ticket()
    admin_client.get(address)
    with django_assert_num_queries(9):
        admin_client.get(address)
    for place in range(4):
        create_ticket(message=f"Another {place}")
    for place in range(45):
        row = Ticket.objects.first()
        assert row is not None
        row.pk, row.number, row.complaint = None, f"GR-{place}", None
        row.save(force_insert=True)
    with django_assert_num_queries(9):
        admin_client.get(address)


def test_buttons_change_status_add_note_and_register(admin_client: Client) -> None:
    row = create_ticket()

    def press(step: str, **told: str) -> str:
        answer = admin_client.post(reverse(f"admin:support_ticket_{step}", args=[row.pk]), told, follow=True)
        return answer.content.decode()

    assert "changed to &#x27;In progress&#x27;" in press("state", to="working")
    assert "cannot change to that status" in press("state", to="working")
    assert "Choose a status." in press("state", to="gone")
    assert "&lt;b&gt;Called&lt;/b&gt;" in press("note", text="<b>Called</b> her.")
    assert "Write a note" in press("note", text=" ")
    assert "Say why it is not a complaint" in press("unregister", reason="")
    assert "Removed from the complaints register." in press("unregister", reason="A question")
    assert "Added to the complaints register." in press("register")
    assert "already in the complaints register" in press("register")
    assert Complaint.objects.count() == 1


@pytest.mark.parametrize(
    "step", ["state", "note", "register", "unregister", "reply", "assign", "escalate", "revoke"]
)
def test_unknown_ticket_is_404(admin_client: Client, step: str) -> None:
    told = {"to": "working", "text": "A note."}
    assert (
        admin_client.post(reverse(f"admin:support_ticket_{step}", args=[new_id()]), told).status_code == 404
    )


def test_ticket_cannot_be_edited_or_deleted(admin_client: Client) -> None:
    row = create_ticket()
    for step in ("delete", "change"):
        assert (
            admin_client.post(
                reverse(f"admin:support_ticket_{step}", args=[row.pk]), {"post": "yes"}
            ).status_code
            == 403
        )


def test_only_staff_can_change_status(member: Person) -> None:
    row = create_ticket()
    address = reverse("admin:support_ticket_state", args=[row.pk])
    assert member.api.post(address, {"to": "spam"}).status_code == 302
    assert Ticket.objects.get().state == TicketState.NEW


def test_the_entry_of_a_grievance_has_its_deadline_and_its_assignee(staff: Person) -> None:
    ticket = create_ticket()
    entry = Complaint.objects.get()
    assert (entry.due_date, entry.assignee) == (ticket.due_date, None)
    assignments.assign(kind=Ticket, pks=[ticket.pk], to=staff.user, by=staff.user, at=NOW)
    later = NOW + timedelta(days=10)
    grievances.change_state(ticket_id=ticket.pk, to=TicketState.REJECTED, by=staff.user, at=NOW)
    grievances.change_state(ticket_id=ticket.pk, to=TicketState.WORKING, by=staff.user, at=later)
    entry.refresh_from_db()
    ticket.refresh_from_db()
    assert (entry.assignee, entry.due_date) == (staff.user, ticket.due_date)
    assert entry.due_date == date(2026, 12, 22)
