import pytest
from django.core.exceptions import ValidationError

from apps.core.model_fields import LinesFormField, RupeesFormField


@pytest.mark.parametrize(("typed", "paise"), [("0", 0), ("1499", 149_900), ("0.01", 1), ("19.99", 1_999)])
def test_rupees_become_paise(typed, paise):
    assert RupeesFormField().clean(typed) == paise


@pytest.mark.parametrize("typed", ["-1", "1.999", "ten", "NaN", ""])
def test_what_is_no_amount_is_refused(typed):
    with pytest.raises(ValidationError):
        RupeesFormField().clean(typed)


def test_no_amount_is_kept_where_it_may_be_missing():
    assert RupeesFormField(required=False).clean("") is None


def test_amount_that_is_typed_as_shown_has_not_changed():
    field = RupeesFormField()

    assert field.has_changed(149_950, str(field.prepare_value(149_950))) is False
    assert field.has_changed(149_950, "1499.51") is True


def test_lines_become_a_list_without_blanks():
    assert LinesFormField(required=False).clean(" One \r\n\r\nTwo\n") == ["One", "Two"]
    assert LinesFormField(required=False).clean("") == []
    assert LinesFormField().prepare_value(["One", "Two"]) == "One\nTwo"


def test_lines_typed_as_shown_have_not_changed():
    assert LinesFormField().has_changed(["One"], "One\n") is False
    assert LinesFormField().has_changed(["One"], "Two") is True
