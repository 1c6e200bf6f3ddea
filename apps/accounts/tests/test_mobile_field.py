"""Which texts are Indian mobile numbers; the browser is tested with the same file."""

import json
from pathlib import Path

import pytest
from rest_framework.exceptions import ValidationError

from apps.accounts.api.login_serializers import MobileField

VECTORS = json.loads((Path(__file__).parents[3] / "tests/vectors/mobile.json").read_text())


@pytest.mark.parametrize(("text", "mobile"), VECTORS["valid"])
def test_a_number_is_read_with_or_without_the_country_code(text: str, mobile: str) -> None:
    assert MobileField().run_validation(text) == mobile


@pytest.mark.parametrize(
    "text",
    [*VECTORS["invalid"], "9876543210\n", "\u096f\u096e\u096d\u096c\u096b\u096a\u0969\u0968\u0967\u0966"],
)
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        MobileField().run_validation(text)
