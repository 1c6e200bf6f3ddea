from datetime import timedelta
from types import ModuleType

import pytest
from django.core.exceptions import ImproperlyConfigured

from apps.core import business_constants


@pytest.fixture(autouse=True)
def _own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(business_constants, "_modules", {})
    monkeypatch.setattr(business_constants, "_texts", {})


@pytest.fixture
def deadlines() -> ModuleType:
    module = ModuleType("deadlines")
    module.__dict__.update(
        {"CREDIT_VALIDITY": timedelta(days=90), "limit": timedelta(1), "TRIES": 5, "timedelta": timedelta}
    )
    business_constants.register(module)
    return module


def test_every_duration_of_a_module_is_a_figure(deadlines):
    assert business_constants.durations() == {"credit_validity": timedelta(days=90)}
    assert business_constants.texts() == {"credit_validity": "90 days"}


def test_a_figure_is_read_at_each_use(deadlines):
    before = business_constants.version()
    deadlines.CREDIT_VALIDITY = timedelta(hours=5)
    assert business_constants.fill("Valid for {credit_validity}.") == "Valid for 5 hours."
    assert business_constants.version() != before


def test_other_braces_stay_as_they_were_typed(deadlines):
    text = "{nobody} {Credit_Validity} { credit_validity } {} {{credit_validity}}"
    assert business_constants.fill(text) == "{nobody} {Credit_Validity} { credit_validity } {} {90 days}"


def test_what_is_no_duration_is_registered_as_a_text(deadlines):
    business_constants.register_text("gst_rate", lambda: "18%")
    assert business_constants.fill("{gst_rate} GST") == "18% GST"
    assert business_constants.names() == ["credit_validity", "gst_rate"]
    assert "{credit_validity} (90 days), {gst_rate} (18%)" in business_constants.help_text()


def test_a_name_has_one_home(deadlines):
    business_constants.register(deadlines)
    other = ModuleType("other")
    other.CREDIT_VALIDITY = timedelta(days=1)  # type: ignore[attr-defined]
    with pytest.raises(ImproperlyConfigured, match="credit_validity"):
        business_constants.register(other)
    with pytest.raises(ImproperlyConfigured, match="credit_validity"):
        business_constants.register_text("credit_validity", lambda: "")
