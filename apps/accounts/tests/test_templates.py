"""Registered texts: what fills them, what does not, and what the site starts with."""

from typing import Any

import pytest

from apps.accounts.gateways.gateway import Rendered
from apps.accounts.models import MessageTemplate
from apps.accounts.services import templates
from apps.accounts.services.templates import TemplateRefused
from apps.accounts.states import MessageChannel

pytestmark = pytest.mark.django_db

SMS, WHATSAPP, MAIL = MessageChannel.SMS, MessageChannel.WHATSAPP, MessageChannel.MAIL


@pytest.fixture(autouse=True)
def _our_site(settings: Any) -> None:
    settings.SITE_URL = "https://www.example.in"


def with_one(type_: str) -> MessageTemplate:
    return MessageTemplate(key="one", channel=SMS, body="<{value}>", variables={"value": type_})


def render_one(type_: str, value: Any) -> str:
    return templates.fill(with_one(type_), params={"value": value}).body


# --- what the site starts with ---


def test_a_code_by_sms_ends_in_the_line_that_browsers_read() -> None:
    params = {"otp": "482913", "site": "www.example.in"}
    rendered = templates.render_matching(key="otp", channel=SMS, params=params)
    assert rendered == Rendered(
        key="otp",
        channel=SMS,
        registered_id="",
        subject="",
        body=(
            "482913 is your Rally login OTP. It is valid for 5 minutes. Do not share it with anyone.\n\n"
            "@www.example.in #482913"
        ),
        params={"otp": "482913", "otp_validity": "5 minutes", "site": "www.example.in"},
        is_marketing=False,
    )


def test_a_code_by_whatsapp_is_the_code_alone() -> None:
    rendered = templates.render(key="otp", channel=WHATSAPP, params={"otp": "482913"})
    assert rendered.body == "482913 is your Rally login OTP. Do not share it with anyone."


def test_the_seeded_texts_pass_their_own_check() -> None:
    codes = MessageTemplate.objects.filter(key="otp")
    assert [template.channel for template in codes] == [SMS, WHATSAPP]
    for template in MessageTemplate.objects.all():
        template.full_clean()


# --- filling in ---


def test_there_is_no_text_but_those_that_exist() -> None:
    with pytest.raises(TemplateRefused, match=r"^No text otp for Email$"):
        templates.render(key="otp", channel=MAIL, params={"otp": "482913"})
    with pytest.raises(TemplateRefused, match=r"^No text welcome for SMS$"):
        templates.render(key="welcome", channel=SMS, params={})


@pytest.mark.parametrize(
    ("params", "given"),
    [
        ({}, "nothing"),
        ({"otp": "482913"}, "otp"),
        ({"otp": "482913", "site": "www.example.in", "name": "Meera"}, "name and otp and site"),
    ],
)
def test_the_values_are_exactly_the_variables(params: dict[str, str], given: str) -> None:
    with pytest.raises(TemplateRefused) as refused:
        templates.render(key="otp", channel=SMS, params=params)
    assert str(refused.value) == f"OTP by SMS takes otp and otp_validity and site and was given {given}"


def test_what_another_channel_needs_is_left_out_when_it_is_only_offered() -> None:
    offered = {"otp": "482913", "site": "www.example.in"}
    assert templates.render_matching(key="otp", channel=WHATSAPP, params=offered).params == {"otp": "482913"}
    with pytest.raises(TemplateRefused, match="takes otp and otp_validity and site and was given otp"):
        templates.render_matching(key="otp", channel=SMS, params={"otp": "482913"})


def test_braces_in_a_value_are_only_braces() -> None:
    template = MessageTemplate(
        key="two", channel=SMS, body="{first} {second} {Third}", variables={"first": "text", "second": "text"}
    )
    rendered = templates.fill(template, params={"first": "{second}", "second": "{0.__class__} %s $x"})
    assert rendered.body == "{second} {0.__class__} %s $x {Third}"


def test_values_stand_in_the_order_of_the_text() -> None:
    template = MessageTemplate(
        key="three",
        channel=MAIL,
        subject="{topic}",
        body="{time}, {name}: {topic} at {time}",
        variables={"name": "name", "time": "time", "topic": "text"},
    )
    params = {"name": "Meera", "time": "6:30 PM", "topic": "Options"}
    rendered = templates.fill(template, params=params)
    assert list(rendered.params.items()) == [("topic", "Options"), ("time", "6:30 PM"), ("name", "Meera")]
    assert (rendered.subject, rendered.body) == ("Options", "6:30 PM, Meera: Options at 6:30 PM")


@pytest.mark.parametrize(
    "variables", [{}, {"otp": "digits", "site": "text"}, ["otp"], {"otp": ["digits"]}, None]
)
def test_a_text_whose_list_does_not_fit_is_refused(variables: Any) -> None:
    template = MessageTemplate(key="odd", channel=SMS, body="{otp}", variables=variables)
    with pytest.raises(TemplateRefused):
        templates.fill(template, params={"otp": "482913"})
    with pytest.raises(TemplateRefused):
        templates.preview(template)


def test_whether_a_text_is_marketing_is_asked_of_the_channels_in_question() -> None:
    MessageTemplate.objects.create(key="offer", channel=SMS, body="Hello", is_marketing=True)
    MessageTemplate.objects.create(key="offer", channel=MAIL, body="Hello")
    assert templates.is_marketing(key="offer", channels=[MAIL, SMS]) is True
    assert templates.is_marketing(key="offer", channels=[MAIL]) is False
    assert templates.is_marketing(key="otp", channels=[SMS]) is False


HINDI = "विकल्प व्यापार प्रशिक्षण क्रमबद्ध प्रस्तुति " * 5


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Options\u200b for\u00ad beginners\ufeff", "Options for beginners"),
        ("Options\r\nfor\u2028beginners", "Options for beginners"),
        ("\u202eOptions\x01", "Options"),
        ("क्\u200dष", "क्\u200dष"),
        ("WWW.nse.example, HTTPS://nse.example", "nse.example, HTTPS nse.example"),
        ("wwwww.ww.nse.example", "ww ww.nse.example"),
        ("w\u200bww.nse.example", "nse.example"),
        (HINDI, HINDI[:149] + "…"),
    ],
)
def test_any_title_becomes_a_valid_value(title: str, text: str) -> None:
    assert templates.as_text(title) == text
    assert render_one("text", text) == f"<{text}>"


def test_a_short_value_has_30_characters_with_all_marks() -> None:
    assert templates.as_short_text(HINDI) == HINDI[:29] + "…"
    assert templates.as_short_text("x" * 30) == "x" * 30
    assert templates.as_short_text("x" * 31) == "x" * 29 + "…"


# --- types ---

FITTING = [
    ("digits", "0"),
    ("digits", "482913"),
    ("digits", "123456789012"),
    ("text", "Options: a first look (part 2), 50% off & more!"),
    ("text", "शेयर बाज़ार की मूल बातें"),
    ("text", "क्\u200dष"),
    ("text", "x" * 160),
    ("text", "A\u00a0pair"),
    ("text", "📈 📉"),
    ("text", "www.example.in"),
    ("part", ""),
    ("part", "x" * 30),
    ("name", "Meera Nair"),
    ("name", "मीरा नायर"),
    ("name", "x" * 80),
    ("date", "21 Nov 2026"),
    ("date", "1 Jan 2027"),
    ("date", "01 Jan 2027"),
    ("time", "6:30 PM"),
    ("time", "12:05 AM"),
    ("amount", "₹0"),
    ("amount", "₹999.50"),
    ("amount", "₹1,234.00"),
    ("amount", "₹12,34,567"),
    ("link", "https://www.example.in"),
    ("link", "https://www.example.in/live/options?from=sms#top"),
    ("link", "https://zoom.example.com:8443/j/123?pwd=a%20b"),
]

UNFIT = [
    ("digits", ""),
    ("digits", "1234567890123"),
    ("digits", "48 29"),
    ("digits", "४८२९१३"),
    ("digits", "482913\n"),
    ("digits", 482913),
    ("digits", None),
    ("text", ""),
    ("text", "  "),
    ("text", "x" * 161),
    ("text", "one\ntwo"),
    ("text", "one\rtwo"),
    ("text", "one\u2028two"),
    ("text", "one\x85two"),
    ("text", "one\ttwo"),
    ("text", "one\x00two"),
    ("text", "\u202etwo"),
    ("text", "one\u200btwo"),
    ("text", "go to https://evil.example"),
    ("text", "go to HTTPS://evil.example"),
    ("text", "go to www.evil.example"),
    ("text", "go to WWW.evil.example"),
    ("text", "www.example.in.evil.example"),
    ("text", b"bytes"),
    ("part", "x" * 31),
    ("part", " "),
    ("part", "www.evil.example"),
    ("name", "x" * 81),
    ("name", "Meera\nNair"),
    ("name", "www.evil.example"),
    ("date", "2026-11-21"),
    ("date", "32 Nov 2026"),
    ("date", "21 November 2026"),
    ("date", "२१ Nov 2026"),
    ("time", "18:30"),
    ("time", "06:30 PM"),
    ("time", "6:60 PM"),
    ("time", "6:30 pm"),
    ("amount", "1,234.00"),
    ("amount", "₹1,23,4"),
    ("amount", "₹1,234.0"),
    ("amount", "₹-5"),
    ("link", "http://www.example.in/"),
    ("link", "//www.example.in/"),
    ("link", "javascript:alert(1)"),
    ("link", "https://"),
    ("link", "https://www.example.in@evil.example/"),
    ("link", "https://user@evil.example/"),
    ("link", "https://evil.example\\@www.example.in"),
    ("link", "https://www.example.in/a b"),
    ("link", "https://www.example.in/\n"),
    ("link", "https://www.example.in/" + "x" * 500),
    ("unknown", "anything"),
]


@pytest.mark.parametrize(("type_", "value"), FITTING)
def test_a_value_of_its_type_is_put_in_as_it_is(type_: str, value: str) -> None:
    assert render_one(type_, value) == f"<{value}>"


@pytest.mark.parametrize(("type_", "value"), UNFIT)
def test_a_value_of_another_type_is_refused_and_not_repeated(type_: str, value: Any) -> None:
    with pytest.raises(TemplateRefused) as refused:
        render_one(type_, value)
    assert str(refused.value) == f"One by SMS has a value for value that is no {type_}"


def test_on_a_machine_of_ones_own_a_link_may_lead_to_it(settings: Any) -> None:
    settings.SITE_URL = "http://127.0.0.1:8000"
    assert render_one("link", "http://127.0.0.1:8000/courses") == "<http://127.0.0.1:8000/courses>"
    for elsewhere in ("http://127.0.0.1:8001/courses", "http://127.0.0.1:80000/", "http://127.0.0.1:8000@x/"):
        with pytest.raises(TemplateRefused):
            render_one("link", elsewhere)


@pytest.mark.parametrize("type_", ["digits", "text", "name", "date", "time", "amount", "link"])
def test_each_type_has_a_sample_that_fits(type_: str) -> None:
    samples = {
        "digits": "<482913>",
        "text": "<Options for beginners>",
        "name": "<Meera Nair>",
        "date": "<21 Nov 2026>",
        "time": "<6:30 PM>",
        "amount": "<₹1,234.00>",
        "link": "<https://www.example.in/courses>",
    }
    assert templates.preview(with_one(type_)).body == samples[type_]
