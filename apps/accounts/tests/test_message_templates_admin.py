"""The staff screen of the texts."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from apps.accounts.models import MessageTemplate
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _our_site(settings: Any) -> None:
    settings.SITE_URL = "https://www.example.in"


@pytest.fixture
def desk(staff: Person) -> Client:
    client = Client()
    client.force_login(staff.user, backend="apps.accounts.backends.ByPassword")
    return client


@pytest.fixture
def code_by_sms() -> MessageTemplate:
    return MessageTemplate.objects.get(key="otp", channel="sms")


def change_page(template: MessageTemplate) -> str:
    return reverse("admin:accounts_messagetemplate_change", args=[template.pk])


def body_of(template: MessageTemplate, **changes: str) -> dict[str, str]:
    return {
        "registered_id": template.registered_id,
        "subject": template.subject,
        "body": template.body,
        "variables": '{"otp": "digits", "otp_validity": "text", "site": "text"}',
        **changes,
    }


def test_the_list_says_which_texts_are_registered(desk: Client) -> None:
    MessageTemplate.objects.filter(key="otp", channel="sms").update(registered_id="6a8e")
    page = desk.get(reverse("admin:accounts_messagetemplate_changelist"), {"q": "otp"}).content.decode()
    assert page.count('alt="True"') == 1
    assert page.count('name="_selected_action"') == 0
    assert page.count(">OTP<") == 2


def test_a_text_is_shown_as_it_would_arrive(desk: Client, code_by_sms: MessageTemplate) -> None:
    page = desk.get(change_page(code_by_sms)).content.decode()
    assert (
        "<pre>482913 is your Rally login OTP. It is valid for 5 minutes. Do not share it with anyone.\n\n"
        "@www.example.in #482913</pre>"
    ) in page


def test_what_staff_write_stays_text_in_the_preview(desk: Client, code_by_sms: MessageTemplate) -> None:
    MessageTemplate.objects.filter(pk=code_by_sms.pk).update(body="<script>x</script> {otp} {site}")
    assert "<script>x</script>" not in desk.get(change_page(code_by_sms)).content.decode()


def test_staff_change_the_words_and_the_id_but_not_what_the_code_calls_it(
    desk: Client, code_by_sms: MessageTemplate
) -> None:
    body = "{otp} logs you in for {otp_validity}.\r\n@{site} #{otp}"
    changes = body_of(code_by_sms, registered_id="6a8e", body=body, key="other", channel="mail")
    answer = desk.post(change_page(code_by_sms), changes)
    assert answer.status_code == 302
    code_by_sms.refresh_from_db()
    assert (code_by_sms.key, code_by_sms.channel) == ("otp", "sms")
    assert (code_by_sms.registered_id, code_by_sms.body) == ("6a8e", body.replace("\r", ""))


@pytest.mark.parametrize(
    ("variables", "told"),
    [
        ('{"otp": "digits"}', "The text and this list must contain the same variables."),
        ('{"otp": "digits", "site": "host"}', "Each variable needs a name and one of the types below."),
        ('["otp", "site"]', "Each variable needs a name and one of the types below."),
        ('{"otp": ["digits"], "site": "text"}', "Each variable needs a name and one of the types below."),
        ("", "The text and this list must contain the same variables."),
        ('{"otp": "digits"}', "There is no placeholder {otp_validity}, {site}. Known are {otp}."),
        ("{otp}", "Enter a valid JSON."),
    ],
)
def test_a_list_that_does_not_fit_the_text_is_explained(
    desk: Client, code_by_sms: MessageTemplate, variables: str, told: str
) -> None:
    answer = desk.post(change_page(code_by_sms), body_of(code_by_sms, variables=variables))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert told in page
    assert "@www.example.in #482913</pre>" in page
    code_by_sms.refresh_from_db()
    assert code_by_sms.variables == {"otp": "digits", "otp_validity": "text", "site": "text"}


def test_staff_add_a_text_without_variables(desk: Client) -> None:
    page = desk.get(reverse("admin:accounts_messagetemplate_add")).content.decode()
    assert "Save the template to see a preview." in page
    answer = desk.post(
        reverse("admin:accounts_messagetemplate_add"),
        {"key": "closed", "channel": "sms", "body": "We are closed today.", "variables": ""},
    )
    assert answer.status_code == 302
    assert MessageTemplate.objects.get(key="closed").variables == {}


def test_there_is_one_text_for_a_key_and_a_channel(desk: Client) -> None:
    answer = desk.post(
        reverse("admin:accounts_messagetemplate_add"),
        {"key": "otp", "channel": "sms", "body": "Hello", "variables": "{}"},
    )
    assert answer.status_code == 200
    assert "already exists" in answer.content.decode()
    assert MessageTemplate.objects.filter(key="otp").count() == 2


def test_nobody_deletes_a_text(desk: Client, code_by_sms: MessageTemplate) -> None:
    address = reverse("admin:accounts_messagetemplate_delete", args=[code_by_sms.pk])
    assert desk.post(address, {"post": "yes"}).status_code == 403
    assert MessageTemplate.objects.filter(pk=code_by_sms.pk).exists()
