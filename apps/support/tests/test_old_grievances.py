"""Grievances outlive the account of their sender in a locked copy, and end five years after their closing."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils.html import strip_tags

from apps.core import retention
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person
from apps.support.models import LockedGrievance, Reply, Ticket, TicketNote
from apps.support.services import assignments, grievances, old_grievances, replies
from apps.support.services.replies import Draft
from apps.support.states import TicketState

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
GRIEVANCE = {
    "name": "Asha Verma",
    "mobile": "9876543210",
    "email": "asha@example.in",
    "subject": "Charged twice",
    "message": "I was charged twice for one course.",
}


def grievance(api: ApiClient, **changes: Any) -> Ticket:
    assert api.post("/api/grievance", {**GRIEVANCE, **changes}).status_code == 201
    return Ticket.objects.latest("received_at", "pk")


def closed(api: ApiClient, staff: Person, **changes: Any) -> Ticket:
    row = grievance(api, **changes)
    assignments.add_note(kind=Ticket, pk=row.pk, text="Asha called.", by=staff.user, at=NOW)
    draft = Draft(text="We refunded you, Asha.", then=TicketState.RESOLVED)
    replies.send(kind=Ticket, pk=row.pk, draft=draft, by=staff.user, at=NOW)
    return row


def erase(member: Person) -> None:
    assert member.api.post("/api/user/erase", {"mobile": member.user.mobile}).status_code == 200


def test_an_erased_grievance_is_locked_away_whole(member: Person, staff: Person) -> None:
    row = closed(member.api, staff)
    erase(member)
    locked = LockedGrievance.objects.get()
    content = locked.content
    assert (locked.ticket, locked.locked_at) == (row, NOW)
    assert {name: content[name] for name in GRIEVANCE} == GRIEVANCE
    assert [reply["text"] for reply in content["replies"]] == ["We refunded you, Asha."]
    assert "Asha called." in [note["text"] for note in content["notes"]]
    row.refresh_from_db()
    assert (row.person, row.name, row.email, row.message, row.state) == (None, "", "", "", "resolved")
    assert {
        *Reply.objects.values_list("text", flat=True),
        *TicketNote.objects.values_list("text", flat=True),
    } == {"Removed."}


def test_spam_is_not_kept(member: Person) -> None:
    grievance(member.api, website="https://bot.example")
    erase(member)
    assert not LockedGrievance.objects.exists()


def test_nobody_edits_a_locked_grievance(member: Person, staff: Person) -> None:
    closed(member.api, staff)
    erase(member)
    locked = LockedGrievance.objects.get()
    url = f"/admin/support/lockedgrievance/{locked.pk}/change/"
    page = strip_tags(staff.api.get(url).content.decode())
    assert "I was charged twice for one course." in page
    note, reply = page.index("Note"), page.index("Our reply")
    assert note < page.index("Asha called.") < reply < page.index("We refunded you, Asha.")
    for path in (url, f"/admin/support/lockedgrievance/{locked.pk}/delete/"):
        assert staff.api.post(path, {"post": "yes"}).status_code == 403
    with pytest.raises(TypeError):
        locked.save()
    with pytest.raises(TypeError):
        LockedGrievance.objects.update(content={})


def test_five_years_after_the_closing_it_is_gone(member: Person, api: ApiClient, staff: Person) -> None:
    erased, kept = closed(member.api, staff), closed(api, staff, message="I was charged three times.")
    opened = grievance(api, message="Still open.")
    erase(member)
    end = NOW.replace(year=NOW.year + retention.GRIEVANCE_YEARS)
    assert old_grievances.delete_old(now=end) == 0
    assert LockedGrievance.objects.count() == 1
    assert old_grievances.delete_old(now=end + timedelta(seconds=1)) == 2
    assert not LockedGrievance.objects.exists()
    for row in (erased, kept):
        row.refresh_from_db()
        assert (row.name, row.mobile, row.message, row.state) == ("", "", "", "resolved")
        assert row.complaint is not None  # the published figures stay
    opened.refresh_from_db()
    assert opened.message == "Still open."
    assert old_grievances.delete_old(now=end + timedelta(seconds=1)) == 0


def test_one_that_was_opened_again_meanwhile_stays(
    api: ApiClient, staff: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = closed(api, staff)
    end = NOW.replace(year=NOW.year + retention.GRIEVANCE_YEARS) + timedelta(days=1)
    process = old_grievances.process_rows

    def reopened(ids: Any, *args: Any, **kwargs: Any) -> int:
        grievances.change_state(ticket_id=row.pk, to=TicketState.WORKING, by=staff.user, at=end)
        return process(ids, *args, **kwargs)

    monkeypatch.setattr(old_grievances, "process_rows", reopened)
    assert old_grievances.delete_old(now=end) == 0
    row.refresh_from_db()
    assert row.message == GRIEVANCE["message"]
