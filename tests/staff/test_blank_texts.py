"""What staff must fill in is not filled in by characters that nobody sees."""

from typing import Any

import pytest
from django import forms
from django.test import Client

from apps.catalog.admin.certificates import WithdrawForm
from apps.catalog.tests.factories import CategoryFactory, CourseFactory, TopicFactory
from apps.commerce.admin.refund_forms import RefundForm
from apps.content.admin.copies import CopyForm
from apps.live.admin.scheduled import CancelForm
from apps.live.admin.seats import GiftForm
from apps.live.admin.weekly_meetings import WeeklyForm
from apps.live.tests.factories import LiveTradingFactory, MentorshipFactory, WebinarFactory
from apps.office.learner_actions import ReasonForm
from tests.staff.admin_pages import admin_url, errors, load_form

BLANK = ("\u200b", "\u00ad\u2060", "\u3164", "\u2800 \u200d", "\ufe0f")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "factory",
    [CategoryFactory, CourseFactory, TopicFactory, WebinarFactory, MentorshipFactory, LiveTradingFactory],
)
def test_a_title_that_nobody_sees_is_refused(admin_client: Client, factory: Any) -> None:
    row = factory(title="Candles")
    form = load_form(admin_client, admin_url(row))
    for text in BLANK:
        response = admin_client.post(admin_url(row), {**form, "title": [text]})
        assert "This field is required." in errors(response)["title"], ascii(text)
    row.refresh_from_db()
    assert row.title == "Candles"


@pytest.mark.parametrize("text", BLANK)
@pytest.mark.parametrize(
    ("form", "name"),
    [
        (CancelForm, "reason"),
        (CopyForm, "title"),
        (GiftForm, "reason"),
        (ReasonForm, "reason"),
        (RefundForm, "reason"),
        (WeeklyForm, "subject"),
        (WithdrawForm, "reason"),
    ],
)
def test_a_reason_that_nobody_sees_is_refused(form: type[forms.Form], name: str, text: str) -> None:
    field: Any = form.base_fields[name]
    with pytest.raises(forms.ValidationError) as refused:
        field.clean(text)
    assert refused.value.messages == [field.error_messages["required"]]
