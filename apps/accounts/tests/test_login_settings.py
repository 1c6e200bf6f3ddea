"""What a login records of the WhatsApp box, whose wording and weight staff decide."""

from datetime import timedelta
from typing import Any

import pytest

from apps.accounts.models import Consent, LoginSettings
from apps.accounts.tests.conftest import Phone
from apps.core.testing.clients import ApiClient

pytestmark = pytest.mark.django_db

SPECIFIED = "Get alerts, market tips & course updates on WhatsApp"
MOBILE = "9811112222"


def given(mobile: str) -> list[tuple[str, str, str]]:
    rows = Consent.objects.filter(person__mobile=mobile).order_by("at")
    return [(row.kind, row.text, row.text_version) for row in rows if row.kind == "whatsapp"]


def test_an_empty_box_records_no_consent_and_a_ticked_one_the_words_of_the_day(
    phone: Phone, clock: Any
) -> None:
    LoginSettings.objects.create(consent_is_required=False)
    assert phone.log_in(ApiClient(), MOBILE).status_code == 200
    assert given(MOBILE) == []

    clock.shift(timedelta(minutes=1))
    phone.log_in(ApiClient(), MOBILE, canWhatsapp=True)
    assert given(MOBILE) == [("whatsapp", SPECIFIED, "2026-11")]

    LoginSettings.objects.update(consent_label="Course news on WhatsApp")
    clock.shift(timedelta(minutes=1))
    phone.log_in(ApiClient(), MOBILE, canWhatsapp=True)
    assert [text for _, text, _ in given(MOBILE)] == [SPECIFIED, "Course news on WhatsApp"]
