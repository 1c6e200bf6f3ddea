"""The ways in from outside: the command, the worker's task, and the staff screen."""

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
def desk(staff: Person) -> Client:
    client = Client()
    client.force_login(staff.user)
    return client


def press_send_again(desk: Client, *chosen: Message) -> str:
    body = {"action": "send_again", "_selected_action": [str(message.pk) for message in chosen]}
    return desk.post(LIST, body, follow=True).content.decode()


def test_the_command_sweeps_once_and_says_so_in_one_line(greeting: Recorder) -> None:
    greeting.raises = [ValueError("away"), NotNeeded("replaced")]
    MessageFactory.create_batch(3)
    out = StringIO()
    call_command("send_messages", stdout=out)
    assert out.getvalue() == "1 sent, 1 put off, 0 given up, 1 not needed\n"


def test_the_task_sweeps(greeting: Recorder) -> None:
    message = MessageFactory()
    tasks.sweep.delay()
    message.refresh_from_db()
    assert message.status == Status.SENT


def test_the_schedule_names_the_task() -> None:
    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert tasks.sweep.name == "apps.outbox.tasks.sweep"
    assert tasks.sweep.name in scheduled
    assert tasks.sweep.name in current_app.tasks


def test_staff_find_what_was_given_up(desk: Client) -> None:
    MessageFactory(given_up=True, kind="receipt", last_error="Timeout: provider")
    MessageFactory(kind="greeting")
    page = desk.get(LIST, {"status": "given_up"}).content.decode()
    assert "Timeout: provider" in page
    assert page.count('name="_selected_action"') == 1


def test_staff_find_what_was_not_needed_any_more(desk: Client) -> None:
    wanted = MessageFactory(dropped=True)
    MessageFactory(given_up=True)
    page = desk.get(LIST, {"status": "dropped"}).content.decode()
    assert "Not needed any more" in page
    assert page.count('name="_selected_action"') == 1
    assert str(wanted.pk) in page


@pytest.mark.parametrize("words", ["receipt", "Timeout"])
def test_staff_search_by_kind_and_error(desk: Client, words: str) -> None:
    wanted = MessageFactory(given_up=True, kind="receipt", last_error="Timeout: provider")
    MessageFactory()
    page = desk.get(LIST, {"q": words}).content.decode()
    assert page.count('name="_selected_action"') == 1
    assert str(wanted.pk) in page


def test_staff_search_by_id(desk: Client) -> None:
    wanted, _other = MessageFactory.create_batch(2)
    page = desk.get(LIST, {"q": str(wanted.pk)}).content.decode()
    assert page.count('name="_selected_action"') == 1
    assert str(wanted.pk) in page


def test_no_screen_shows_a_payload(desk: Client) -> None:
    message = MessageFactory(payload={"mobile": "9876543210", "code": "402917"})
    detail = reverse("admin:outbox_message_change", args=[message.pk])
    for address in (LIST, detail):
        page = desk.get(address)
        assert page.status_code == 200
        assert "402917" not in page.content.decode()
        assert "9876543210" not in page.content.decode()


def test_staff_can_neither_add_nor_change_nor_delete(desk: Client) -> None:
    message = MessageFactory()
    detail = reverse("admin:outbox_message_change", args=[message.pk])
    assert desk.get(reverse("admin:outbox_message_add")).status_code == 403
    assert desk.post(detail, {"kind": "other"}).status_code == 403
    assert desk.post(reverse("admin:outbox_message_delete", args=[message.pk])).status_code == 403
    message.refresh_from_db()
    assert message.kind == "greeting"


def test_staff_send_again_what_was_given_up_and_learn_what_was_not(desk: Client) -> None:
    given_up, waiting = MessageFactory(given_up=True), MessageFactory()
    page = press_send_again(desk, given_up, waiting)
    given_up.refresh_from_db()
    assert given_up.status == Status.WAITING
    assert given_up.attempts == 0
    assert "Sent again: 1." in page
    assert "Not sent again: 1. Only a message that was given up can be sent again." in page


def test_who_may_only_look_cannot_send_again(desk: Client, staff: Person) -> None:
    staff.user.is_superuser = False
    staff.user.save()
    staff.user.user_permissions.add(Permission.objects.get(codename="view_message"))
    message = MessageFactory(given_up=True)
    press_send_again(desk, message)
    message.refresh_from_db()
    assert message.status == Status.GIVEN_UP
    staff.user.user_permissions.add(Permission.objects.get(codename="change_message"))
    press_send_again(desk, message)
    message.refresh_from_db()
    assert message.status == Status.WAITING
    assert message.due_at > NOON
