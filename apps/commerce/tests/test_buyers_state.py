"""Whose state decides how the tax of a bill is split."""

from typing import Any

import pytest

from apps.commerce.tests.shop import CART, Shop, course_at
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db

WITHIN, ACROSS = ["CGST", "SGST"], ["IGST"]
OF_KARNATAKA = "29AAGCB7383J1Z4"


def split(cart: dict[str, Any]) -> list[str]:
    return [line["name"] for line in cart["taxLines"]]


@pytest.mark.parametrize(
    ("state", "gstin", "names"),
    [
        ("Karnataka", "", ACROSS),
        ("karnataka", "", ACROSS),
        ("TAMIL  NADU", "", ACROSS),
        ("Maharashtra", "", WITHIN),
        (" maharashtra ", "", WITHIN),
        ("Atlantis", "", WITHIN),
        ("", "", WITHIN),
        ("", OF_KARNATAKA, ACROSS),
        ("Maharashtra", OF_KARNATAKA, WITHIN),
    ],
)
def test_the_split_follows_the_buyers_state(
    shop: Shop, member: Person, state: str, gstin: str, names: list[str]
) -> None:
    member.user.state, member.user.gst_no = state, gstin
    member.user.save()
    assert split(shop.cart(member.api, course_at(100_00))) == names


def test_a_state_on_the_bill_may_be_written_in_any_case(shop: Shop, member: Person) -> None:
    course = course_at(100_00)
    assert split(shop.cart(member.api, course, billingDetails={"state": "maharashtra"})) == WITHIN
    answer = member.api.post(CART, {"id": str(course.pk), "billingDetails": {"state": "Atlantis"}})
    assert answer.status_code == 400
