"""The admin pages on which staff answer grievances and contact messages."""

import re
from datetime import UTC, datetime, timedelta
from errno import ENOSPC
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.files.storage import FileSystemStorage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from apps.accounts.models import User
from apps.support.models import Attachment, ContactMessage, Reply, ReplyTemplate, Ticket, TicketNote
from apps.support.services import contacts

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@pytest.fixture
def ticket() -> Ticket:
    return create_ticket("GR-261121-AAAAAA")


@pytest.fixture
def colleague() -> User:
    person = User.objects.create_user(mobile="9844444444", name="Priya", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=("change_ticket", "view_ticket")))
    return person


def create_ticket(number: str) -> Ticket:
    return Ticket.objects.create(
        number=number,
        name="Asha Verma",
        email="asha@example.in",
        subject="Charged twice",
        message="<b>Twice</b>",
        received_at=NOW,
        due_date=NOW.date(),
    )


def press(client: Client, row: Ticket | ContactMessage, step: str, **data: Any) -> Any:
    name = f"admin:support_{row._meta.model_name}_{step}"
    return client.post(reverse(name, args=[row.pk]), data, follow=True)


def page(client: Client, row: Ticket | ContactMessage) -> str:
    name = f"admin:support_{row._meta.model_name}_change"
    return client.get(reverse(name, args=[row.pk])).content.decode()


def test_reply_with_template_and_file_is_in_the_thread(admin_client: Client, ticket: Ticket) -> None:
    ReplyTemplate.objects.create(title="Sorry", text="Dear {name}, about {number}: {x}")
    assert 'data-text="Dear Asha Verma, about GR-261121-AAAAAA: {x}"' in page(admin_client, ticket)
    file = SimpleUploadedFile("note.pdf", b"%PDF-1.7")
    text = press(
        admin_client, ticket, "reply", text="<i>Done</i>", attachments=file, then="waiting", version="0"
    ).content.decode()
    assert "Reply sent." in text
    assert "&lt;i&gt;Done&lt;/i&gt;" in text
    assert ">note.pdf</a>" in text
    assert "Email: Queued" in text or "Email: Sent" in text
    ticket.refresh_from_db()
    assert ticket.state == "waiting"
    url = text.split('href="/media/support/')[1].split('"')[0]
    answer = admin_client.get(f"/media/support/{url}")
    assert b"".join(answer.streaming_content) == b"%PDF-1.7"
    assert Client().get(f"/media/support/{url}").status_code == 403


def test_second_member_of_staff_keeps_the_text_and_reads_what_changed(
    admin_client: Client, ticket: Ticket
) -> None:
    press(admin_client, ticket, "reply", text="First", version="0")
    answer = press(admin_client, ticket, "reply", text="Second", version="0")
    text = answer.content.decode()
    assert answer.status_code == 409
    assert "Changed since you opened this page" in text
    assert "Staff: Reply: First" in text
    assert ">\nSecond</textarea>" in text
    assert Reply.objects.count() == 1
    ticket.refresh_from_db()
    assert f'name="version" value="{ticket.version}"' in text
    press(admin_client, ticket, "reply", text="Second", version=str(ticket.version))
    assert Reply.objects.count() == 2


@pytest.mark.parametrize(
    ("step", "data"),
    [
        ("state", {"to": "resolved"}),
        ("assign", {"to": "nobody"}),
        ("escalate", {"level": "scores", "reason": "x"}),
        ("register", {}),
        ("revoke", {}),
    ],
)
def test_buttons_of_an_old_page_do_nothing(
    admin_client: Client, ticket: Ticket, step: str, data: dict[str, str]
) -> None:
    press(admin_client, ticket, "note", text="Called her.")
    before = Ticket.objects.values().get()
    answer = press(admin_client, ticket, step, version="0", **data)
    assert answer.status_code == 409
    assert "Called her." in answer.content.decode()
    assert Ticket.objects.values().get() == before


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"text": ""}, "This field is required."),
        ({"text": "x" * 10_001}, "at most 10000 characters"),
        ({"text": "\0"}, "Null characters are not allowed."),
        ({"text": "\u200b\u00ad"}, "This field is required."),
        ({"text": "\x01"}, "This field is required."),
        ({"text": "Hi", "attachments": SimpleUploadedFile("a.exe", b"MZ")}, "attach PDF, JPEG or PNG files"),
        ({"text": "Hi", "then": "new"}, "cannot change to that status"),
    ],
)
def test_bad_reply_is_refused_with_a_message(
    admin_client: Client, ticket: Ticket, data: dict[str, Any], message: str
) -> None:
    Ticket.objects.update(state="working")
    answer = press(admin_client, ticket, "reply", **data)
    assert answer.status_code == 400
    assert message in answer.content.decode()
    assert (Reply.objects.count(), Attachment.objects.count()) == (0, 0)


def test_with_a_full_disk_the_text_of_a_reply_with_a_file_stays(
    admin_client: Client, ticket: Ticket, monkeypatch: pytest.MonkeyPatch
) -> None:
    def save_full(*_args: Any) -> str:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(FileSystemStorage, "_save", save_full)
    file = SimpleUploadedFile("note.pdf", b"%PDF-1.7")
    answer = press(admin_client, ticket, "reply", text="Done", attachments=file)
    text = answer.content.decode()
    assert answer.status_code == 507
    assert "The server has no room to store this. Please try again when there is." in text
    assert ">\nDone</textarea>" in text
    assert (Reply.objects.count(), Attachment.objects.count()) == (0, 0)


def test_assignee_is_chosen_and_filtered_by(admin_client: Client, ticket: Ticket, colleague: User) -> None:
    create_ticket("GR-261121-BBBBBB")
    assert "Assigned to Priya" in press(admin_client, ticket, "assign", to=str(colleague.pk)).content.decode()
    outsider = User.objects.create_user(mobile="9866666666", is_staff=True)
    for wrong in (str(outsider.pk), "x", "\0", ""):
        text = press(admin_client, ticket, "assign", to=wrong).content.decode()
        assert "Choose a member of staff who may work on this." in text
    own = Client()
    own.force_login(colleague, backend="apps.accounts.backends.ByPassword")
    for who, expected in (("me", "AAAAAA"), ("nobody", "BBBBBB")):
        text = own.get(reverse("admin:support_ticket_changelist"), {"assigned": who}).content.decode()
        found = [number for number in ("AAAAAA", "BBBBBB") if f">GR-261121-{number}<" in text]
        assert found == [expected]


def test_what_staff_who_left_had_is_unassigned(admin_client: Client, ticket: Ticket, colleague: User) -> None:
    press(admin_client, ticket, "assign", to=str(colleague.pk))
    url = reverse("admin:support_ticket_changelist")
    assert "AAAAAA<" not in admin_client.get(url, {"assigned": "nobody"}).content.decode()
    User.objects.filter(pk=colleague.pk).update(is_active=False)
    assert "AAAAAA<" in admin_client.get(url, {"assigned": "nobody"}).content.decode()


@pytest.mark.parametrize("step", ["note", "escalate", "unregister"])
def test_invisible_text_is_no_text(admin_client: Client, ticket: Ticket, step: str) -> None:
    press(admin_client, ticket, "register")
    before = list(Ticket.objects.values()), TicketNote.objects.count()
    press(admin_client, ticket, step, text="\u200b", reason="\u200b", level="officer")
    assert (list(Ticket.objects.values()), TicketNote.objects.count()) == before


def test_many_are_assigned_at_once(admin_client: Client, ticket: Ticket, colleague: User) -> None:
    rows = [ticket, create_ticket("GR-261121-BBBBBB")]
    data = {"_selected_action": [str(row.pk) for row in rows], "action": "assign_to_chosen"}
    url = reverse("admin:support_ticket_changelist")
    text = admin_client.post(url, {**data, "assignee": str(colleague.pk)}, follow=True).content.decode()
    assert "2 of 2 assigned to Priya" in text
    assert set(Ticket.objects.values_list("assignee", flat=True)) == {colleague.pk}
    admin_client.post(url, {**data, "assignee": ""})
    assert set(Ticket.objects.values_list("assignee", flat=True)) == {None}


def test_rows_are_offered_to_those_who_may_work_on_them(
    admin_client: Client, ticket: Ticket, colleague: User
) -> None:
    outsider = User.objects.create_user(mobile="9844444449", name="Farid", is_staff=True)
    url = reverse("admin:support_ticket_changelist")
    offered = admin_client.get(url).context["action_form"].fields["assignee"].queryset
    assert colleague in offered
    assert outsider not in offered

    data = {"_selected_action": [str(ticket.pk)], "action": "assign_to_chosen", "assignee": str(outsider.pk)}
    admin_client.post(url, data)
    ticket.refresh_from_db()
    assert ticket.assignee is None


def test_who_may_only_view_sees_no_buttons(ticket: Ticket, colleague: User) -> None:
    colleague.user_permissions.set(Permission.objects.filter(codename="view_ticket"))
    client = Client()
    client.force_login(colleague, backend="apps.accounts.backends.ByPassword")
    assert "Send reply" not in page(client, ticket)
    assert press(client, ticket, "reply", text="Hi").status_code == 403
    assert not Reply.objects.exists()


def test_contact_messages_have_the_same_page(admin_client: Client) -> None:
    row = ContactMessage.objects.create(
        number="CM-261121-AAAAAA", name="Asha", email="asha@example.in", received_at=NOW
    )
    assert "Reply sent." in press(admin_client, row, "reply", text="Hello").content.decode()
    row.refresh_from_db()
    assert row.answered_at == NOW


def test_marking_as_answered_is_told_to_whoever_has_the_page_open(admin_client: Client) -> None:
    rows = [
        ContactMessage.objects.create(
            number=f"CM-{place}",
            name="Asha",
            email="asha@example.in",
            received_at=NOW,
            answered_at=answered_at,
        )
        for place, answered_at in enumerate((None, None, NOW))
    ]
    data = {"action": "mark_answered", "_selected_action": [str(row.pk) for row in rows]}
    url = reverse("admin:support_contactmessage_changelist")
    for message in ("2 marked as answered.", "0 marked as answered."):
        assert message in admin_client.post(url, data, follow=True).content.decode()
    for row, version in zip(rows, (1, 1, 0), strict=True):
        row.refresh_from_db()
        assert (row.version, row.answered_at) == (version, NOW)
        notes = [(note.text, note.version, note.by) for note in row.notes.select_related("by")]
        assert notes == [("Marked as answered.", 1, row.answered_by)] * version

    answer = press(admin_client, rows[0], "reply", text="Hello", version="0")
    assert answer.status_code == 409
    assert "Marked as answered." in answer.content.decode()
    assert not Reply.objects.exists()


@pytest.mark.parametrize("count", [1, 3])
def test_any_number_of_messages_is_marked_in_the_same_queries(
    colleague: User, count: int, django_assert_num_queries: Any
) -> None:
    rows = [
        ContactMessage.objects.create(number=f"CM-{place}", name="Asha", received_at=NOW)
        for place in range(count)
    ]
    # Rows locked, rows written, notes written; and two savepoints.
    with django_assert_num_queries(5):
        contacts.mark_answered(message_ids=[row.pk for row in rows], by=colleague, at=NOW)


def test_contact_messages_show_how_long_they_wait(admin_client: Client) -> None:
    for days, answered_at in ((3, None), (4, None), (9, NOW)):
        ContactMessage.objects.create(
            number=f"CM-{days}",
            name="Asha",
            received_at=NOW - timedelta(days=9),
            waiting_since=NOW - timedelta(days=days),
            answered_at=answered_at,
        )
    url = reverse("admin:support_contactmessage_changelist")
    text = admin_client.get(url).content.decode().replace("\xa0", " ")
    cells = re.findall(r'<td class="field-waiting">(.*?)</td>', text)
    assert sorted(cells) == ["3 days", '<strong class="overdue">4 days</strong>', "–"]
    late = {"waiting_since__lt": str(NOW - timedelta(days=3)), "answered_at__isempty": "1"}
    assert [row.number for row in admin_client.get(url, late).context["cl"].result_list] == ["CM-4"]


def test_the_form_of_a_template_names_the_figures(admin_client: Client) -> None:
    url = reverse("admin:support_replytemplate_add")
    assert "{bank_refund_time} (5 to 7 working days)" in admin_client.get(url).content.decode()
    assert admin_client.post(url, {"title": "T", "text": "In {bank_refund_time}."}).status_code == 302


def test_unknown_placeholder_of_a_template_is_refused(admin_client: Client) -> None:
    url = reverse("admin:support_replytemplate_add")
    text = admin_client.post(url, {"title": "T", "text": "Dear {nmae}"}).content.decode()
    assert "There is no placeholder {nmae}. Known are " in text
    assert "{name}, {number}" in text
    assert not ReplyTemplate.objects.filter(title="T").exists()
