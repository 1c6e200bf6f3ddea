"""The management command, the Celery task and the admin."""

from io import StringIO

import pytest
from celery import current_app
from django.conf import settings
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from apps.core.testing.fixtures import Person
from apps.outbox import tasks
from apps.outbox.handlers import NotNeeded
from apps.outbox.models import Message
from apps.outbox.states import Status
from apps.outbox.tests.conftest import Recorder
from apps.outbox.tests.factories import NOON, MessageFactory

pytestmark = pytest.mark.django_db

LIST = reverse("admin:outbox_message_changelist")


@pytest.fixture
def admin_client(staff: Person) -> Client:
    client = Client()
    client.force_login(staff.user)
    return client


def press_send_again(admin_client: Client, *selected: Message) -> str:
    body = {"action": "send_again", "_selected_action": [str(message.pk) for message in selected]}
    return admin_client.post(LIST, body, follow=True).content.decode()


def test_the_command_sweeps_once_and_prints_a_summary(greeting: Recorder) -> None:
    greeting.raises = [ValueError("away"), NotNeeded("replaced")]
    MessageFactory.create_batch(3)
    out = StringIO()
    call_command("send_messages", stdout=out)
    assert out.getvalue() == "1 sent, 1 deferred, 0 failed, 1 not needed\n"


def test_the_task_sweeps(greeting: Recorder) -> None:
    message = MessageFactory()
    tasks.sweep.delay()
    message.refresh_from_db()
    assert message.status == Status.SENT


def test_beat_schedules_the_task() -> None:
    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert tasks.sweep.name == "apps.outbox.tasks.sweep"
    assert tasks.sweep.name in scheduled
    assert tasks.sweep.name in current_app.tasks


def test_staff_filter_failed_messages(admin_client: Client) -> None:
    MessageFactory(failed=True, kind="receipt", last_error="Timeout: provider")
    MessageFactory(kind="greeting")
    page = admin_client.get(LIST, {"status": "given_up"}).content.decode()
    assert "Timeout: provider" in page
    assert page.count('name="_selected_action"') == 1


def test_staff_filter_messages_that_were_not_needed(admin_client: Client) -> None:
    wanted = MessageFactory(dropped=True)
    MessageFactory(failed=True)
    page = admin_client.get(LIST, {"status": "dropped"}).content.decode()
    assert "Not needed" in page
    assert page.count('name="_selected_action"') == 1
    assert str(wanted.pk) in page


@pytest.mark.parametrize("query", ["receipt", "Timeout"])
def test_staff_search_by_kind_and_error(admin_client: Client, query: str) -> None:
    wanted = MessageFactory(failed=True, kind="receipt", last_error="Timeout: provider")
    MessageFactory()
    page = admin_client.get(LIST, {"q": query}).content.decode()
    assert page.count('name="_selected_action"') == 1
    assert str(wanted.pk) in page


def test_staff_search_by_id(admin_client: Client) -> None:
    wanted, _other = MessageFactory.create_batch(2)
    page = admin_client.get(LIST, {"q": str(wanted.pk)}).content.decode()
    assert page.count('name="_selected_action"') == 1
    assert str(wanted.pk) in page


def test_the_admin_never_shows_a_payload(admin_client: Client) -> None:
    message = MessageFactory(payload={"mobile": "9876543210", "code": "402917"})
    detail = reverse("admin:outbox_message_change", args=[message.pk])
    for url in (LIST, detail):
        page = admin_client.get(url)
        assert page.status_code == 200
        assert "402917" not in page.content.decode()
        assert "9876543210" not in page.content.decode()


def test_staff_cannot_add_change_or_delete_messages(admin_client: Client) -> None:
    message = MessageFactory()
    detail = reverse("admin:outbox_message_change", args=[message.pk])
    assert admin_client.get(reverse("admin:outbox_message_add")).status_code == 403
    assert admin_client.post(detail, {"kind": "other"}).status_code == 403
    assert admin_client.post(reverse("admin:outbox_message_delete", args=[message.pk])).status_code == 403
    message.refresh_from_db()
    assert message.kind == "greeting"


def test_staff_send_failed_messages_again_and_others_are_refused(admin_client: Client) -> None:
    failed, waiting = MessageFactory(failed=True), MessageFactory()
    page = press_send_again(admin_client, failed, waiting)
    failed.refresh_from_db()
    assert failed.status == Status.WAITING
    assert failed.attempts == 0
    assert "Sent again: 1." in page
    assert "Not sent again: 1. Only failed messages can be sent again." in page


def test_view_permission_does_not_allow_sending_again(admin_client: Client, staff: Person) -> None:
    staff.user.is_superuser = False
    staff.user.save()
    staff.user.user_permissions.add(Permission.objects.get(codename="view_message"))
    message = MessageFactory(failed=True)
    press_send_again(admin_client, message)
    message.refresh_from_db()
    assert message.status == Status.FAILED
    staff.user.user_permissions.add(Permission.objects.get(codename="change_message"))
    press_send_again(admin_client, message)
    message.refresh_from_db()
    assert message.status == Status.WAITING
    assert message.due_at > NOON
