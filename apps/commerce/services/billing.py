"""To whom a bill is made out."""

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
    What was given, and the profile's word for what was left empty.

    :raises Invalid: if the GSTIN or the state is none
    """
    found = {
        name: given.get(name, "").strip() or getattr(person, column) for name, column in _PROFILE.items()
    }
    found["email"] = person.email
    errors: dict[str, list[str]] = {}
    if given.get("gstNo", "").strip():
        number = gstin.parsed(found["gstNo"].strip())
        if number is None:
            errors["billingDetails.gstNo"] = ["This is no GSTIN. Please check each character."]
        else:
            found["gstNo"] = number
    if given.get("state", "").strip() and indian_states.named(found["state"]) is None:
        errors["billingDetails.state"] = ["Please choose a state or union territory from the list."]
    if given.get("mobile", "").strip() and not MOBILE.fullmatch(found["mobile"]):
        errors["billingDetails.mobile"] = ["Please enter ten digits that start with 6 to 9."]
    if errors:
        raise Invalid(errors)
    return found
