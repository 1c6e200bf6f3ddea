"""The migrations that made `media` and `support` of `content` keep every row, permission and log entry."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, IntegrityError, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from apps.accounts.models import User
from apps.catalog.models import Topic
from apps.catalog.tests.factories import TopicFactory
from apps.core.testing.fixtures import Person
from apps.core.testing.migrations import migrate
from apps.media.models import Asset
from apps.media.tests.factories import AssetFactory
from apps.support.models import Complaint, ContactMessage, Ticket, TicketNote

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]

BEFORE = [("media", None), ("support", None)]
TABLES = {
    "content_asset": "media_asset",
    "content_complaint": "support_complaint",
    "content_ticket": "support_ticket",
    "content_ticketnote": "support_ticketnote",
    "content_contactmessage": "support_contactmessage",
}


def rows(table: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} ORDER BY id")
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def triggers() -> set[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal"
            if connection.vendor == "postgresql"
            else "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        )
        return set(cursor.fetchall())


@pytest.fixture
def before_the_split() -> Iterator[None]:
    """Runs the rest of the test from a database of the last release."""
    yield
    migrate()


def submission(number: str, person: User) -> dict[str, Any]:
    return {
        "number": number,
        "person": person,
        "name": "Asha Verma",
        "mobile": "9876543210",
        "subject": "Charged twice",
        "message": "I was charged twice.",
        "digest": number,
        "received_at": timezone.now(),
    }


@pytest.mark.usefixtures("before_the_split")
def test_every_row_permission_and_log_entry_is_kept(member: Person, staff: Person) -> None:
    video, poster, captions, handout = (
        AssetFactory(kind=kind) for kind in ("video", "image", "captions", "file")
    )
    topic = TopicFactory(asset=video, poster=poster)
    topic.captions.add(captions)
    topic.attachments.add(handout)
    complaint = Complaint.objects.create(source="direct", received_date="2026-11-03", reference="GR-1")
    ticket = Ticket.objects.create(
        **submission("GR-1", member.user), due_date="2026-12-01", complaint=complaint
    )
    TicketNote.objects.create(ticket=ticket, text="Called her.", at=timezone.now(), by=staff.user)
    ContactMessage.objects.create(**submission("CM-1", member.user), answered_by=staff.user)
    known_triggers = triggers()

    old = migrate(*BEFORE)

    # What is written in the last release.
    old.get_model("content", "Asset").objects.create(title="Old", kind="file", file="private/x/old.csv")
    old.get_model("content", "Ticket").objects.create(
        number="GR-2", name="Ravi", subject="Late", message="Late.", digest="2",
        received_at=timezone.now(), due_date="2026-12-02",
    )  # fmt: skip
    group = Group.objects.create(name="Support desk")
    for model, verb in (("ticket", "change"), ("contactmessage", "view"), ("asset", "add")):
        permission = Permission.objects.get(content_type__app_label="content", codename=f"{verb}_{model}")
        group.permissions.add(permission)
    clerk = User.objects.get(pk=member.user.pk)
    clerk.groups.add(group)
    assert clerk.has_perm("content.change_ticket")
    entry = LogEntry.objects.create(
        user=staff.user,
        content_type=ContentType.objects.get(app_label="content", model="ticket"),
        object_id=str(ticket.pk),
        object_repr="GR-1",
        action_flag=CHANGE,
    )
    kept = {after: rows(before) for before, after in TABLES.items()}
    assert {table: len(found) for table, found in kept.items()} == {
        "media_asset": 5,
        "support_complaint": 1,
        "support_ticket": 2,
        "support_ticketnote": 1,
        "support_contactmessage": 1,
    }

    migrate()
    call_command("migrate", verbosity=0)  # creates content types and permissions where they are missing

    # Later migrations have added columns.
    for table, before in kept.items():
        assert [{**row, **old} for row, old in zip(rows(table), before, strict=True)] == rows(table)
    assert not set(TABLES) & set(connection.introspection.table_names())
    assert triggers() == known_triggers

    moved = ContentType.objects.filter(model__in=[table.partition("_")[2] for table in TABLES])
    assert set(moved.values_list("app_label", "model")) == {tuple(new.split("_")) for new in TABLES.values()}
    clerk = User.objects.get(pk=clerk.pk)
    assert clerk.get_all_permissions() == {
        "support.change_ticket",
        "support.view_contactmessage",
        "media.add_asset",
    }
    entry.refresh_from_db()
    assert entry.get_admin_url() == f"/admin/support/ticket/{ticket.pk}/change/"

    topic = Topic.objects.get()
    assert (topic.asset, topic.poster) == (video, poster)
    assert [*topic.captions.all(), *topic.attachments.all()] == [captions, handout]
    ticket = Ticket.objects.get(number="GR-1")
    assert (ticket.complaint, ticket.person, ticket.notes.get().by) == (complaint, member.user, staff.user)


@pytest.mark.usefixtures("before_the_split")
def test_keys_and_checks_still_hold(member: Person) -> None:
    asset = AssetFactory()
    TopicFactory(asset=asset)
    complaint = Complaint.objects.create(source="direct", received_date="2026-11-03")
    Ticket.objects.create(**submission("GR-1", member.user), due_date="2026-12-01", complaint=complaint)

    migrate(*BEFORE)
    migrate()

    for row in (asset, complaint):
        with pytest.raises(IntegrityError), transaction.atomic():
            QuerySet(type(row)).filter(pk=row.pk)._raw_delete(using=DEFAULT_DB_ALIAS)
    with pytest.raises(IntegrityError), transaction.atomic():
        Complaint.objects.create(source="direct", received_date="2026-11-03", resolved_date="2026-11-02")
    with pytest.raises(IntegrityError), transaction.atomic():
        Ticket.objects.create(**submission("GR-1", member.user), due_date="2026-12-01")
    Asset.objects.create(title="New", kind="file", file=ContentFile(b"x", name="new.csv"))
