"""The files of message texts: what they give, and what is said of a wrong one."""

from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from apps.accounts import message_texts
from apps.accounts.message_texts import Text
from apps.accounts.states import Matter, MessageChannel, Reach
from apps.core.data_files import DataFileError


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: Any) -> Path:
    """Of an app 'shop', with nothing registered yet."""
    monkeypatch.setattr(message_texts, "_APPS", tmp_path)
    for name in ("_registered", "_reaches", "_matters"):
        monkeypatch.setattr(message_texts, name, {})
    (tmp_path / "shop").mkdir()
    return tmp_path / "shop"


def write(folder: Path, text: str) -> Path:
    path = folder / "message_texts.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_text_has_the_variables_that_it_names(folder: Path) -> None:
    write(
        folder,
        "paid:\n  reach: both\n  variables: {title: text, link: link}\n  sms: |\n    Paid: {link}\n"
        "  whatsapp: |\n    You paid.\n\n    {title}\n    at {link} today.\n"
        "  email:\n    subject: 'Paid: {title}'\n    body: |\n      Here: {link}\n\n      Rally\n...\n",
    )
    message_texts.register("shop", matter=Matter.ORDERS)
    assert list(message_texts._registered.values()) == [
        Text("paid", MessageChannel.SMS, "Paid: {link}", {"link": "link"}),
        Text(
            "paid",
            MessageChannel.WHATSAPP,
            "You paid.\n\n{title}\nat {link} today.",
            {"title": "text", "link": "link"},
        ),
        Text(
            "paid",
            MessageChannel.MAIL,
            "Here: {link}\n\nRally\n",
            {"title": "text", "link": "link"},
            subject="Paid: {title}",
        ),
    ]
    assert message_texts.reach_of("paid") == Reach.PHONE_AND_EMAIL
    assert message_texts.keys_about([Matter.ORDERS]) == ["paid"]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("paid:\n  sms: Paid\n", "2: The last line is not '...', so the file is cut off"),
        (
            "paid:\n  fax: Paid\n...\n",
            "2: There is no 'fax' here. Known are 'email', 'is_marketing', 'reach', ",
        ),
        ("paid:\n  reach: both\n...\n", "2: sms: Expected a text for SMS, WhatsApp or email"),
        ("paid:\n  sms:\n    body: Paid\n...\n", "3: Expected one value"),
        ("paid:\n  sms: Paid\n  reach: all\n...\n", "3: 'all' is not one of 'both', 'either', 'no_sms'"),
        ("paid:\n  sms: Paid, {title}\n...\n", "2: sms: There is no variable title"),
        ("paid:\n  variables: {title: text}\n  sms: Paid\n...\n", "2: variables: No text has title"),
        (
            "paid:\n  variables: {title: words}\n  sms: Paid, {title}\n...\n",
            "2: variables: title has the unknown type 'words'",
        ),
        ("paid:\n  sms: |\n    Paid, { title }\n...\n", "2: sms: A brace belongs to no variable"),
        (f"paid:\n  sms: {'a' * 2001}\n...\n", "2: sms: It has more than 2000 characters"),
        (f"paid:\n  whatsapp: {'a' * 1025}\n...\n", "2: whatsapp: It has more than 1024 characters"),
        ("paid:\n  email: {body: Paid}\n...\n", "2: Expected 'subject' here"),
        (
            f"paid:\n  email:\n    subject: {'a' * 151}\n    body: Paid\n...\n",
            "3: subject: It has more than 150 characters",
        ),
        (
            "paid:\n  email:\n    body: Paid\n    subject: |\n      One\n      Two\n...\n",
            "4: subject: It has more than one line",
        ),
    ],
)
def test_a_wrong_file_registers_nothing(folder: Path, text: str, error: str) -> None:
    path = write(folder, "welcome:\n  sms: Hello\n" + text)
    line, _, problem = error.partition(": ")
    with pytest.raises(DataFileError) as refused:
        message_texts.register("shop")
    assert str(refused.value).startswith(f"{path}:{int(line) + 2}: {problem}")
    assert message_texts.template_keys() == []


def test_two_apps_cannot_have_the_same_key(folder: Path) -> None:
    write(folder, "paid:\n  sms: Paid\n...\n")
    message_texts.register("shop")
    with pytest.raises(ImproperlyConfigured, match=r"^Two texts \['paid'\], one of them in shop$"):
        message_texts.register("shop")
