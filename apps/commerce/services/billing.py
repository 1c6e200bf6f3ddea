"""Billing details for the invoice."""

from collections.abc import Mapping

from apps.accounts import gstin
from apps.accounts.models import User
from apps.accounts.models.user import MOBILE
from apps.core import indian_states
from apps.core.errors import Invalid

_PROFILE = {
    "gstNo": "gst_no",
    "name": "name",
    "company": "company",
    "address": "address",
    "state": "state",
    "mobile": "mobile",
}


def details(*, person: User, given: Mapping[str, str]) -> dict[str, str]:
    """
    The given details; empty fields are taken from the profile.

    :raises Invalid: if the GSTIN, state or mobile number is not valid
    """
    found = {
        name: given.get(name, "").strip() or getattr(person, column) for name, column in _PROFILE.items()
    }
    found["email"] = person.email
    errors: dict[str, list[str]] = {}
    if given.get("gstNo", "").strip():
        number = gstin.parse(found["gstNo"].strip())
        if number is None:
            errors["billingDetails.gstNo"] = ["This is not a valid GSTIN. Please check each character."]
        else:
            found["gstNo"] = number
    if given.get("state", "").strip() and indian_states.by_name(found["state"]) is None:
        errors["billingDetails.state"] = ["Please choose a state or union territory from the list."]
    if given.get("mobile", "").strip() and not MOBILE.fullmatch(found["mobile"]):
        errors["billingDetails.mobile"] = ["Please enter a 10-digit mobile number that starts with 6 to 9."]
    if errors:
        raise Invalid(errors)
    return found
