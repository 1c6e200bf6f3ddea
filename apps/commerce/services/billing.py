"""
Billing details for the invoice.

A cart stores what was sent for it alone. What it leaves blank is the profile's, read when the cart is filled
and again when its order is placed, which freezes all of it (decision 0068).
"""

from collections.abc import Mapping
from uuid import UUID

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


def checked(*, person: User, given: Mapping[str, str]) -> dict[str, str]:
    """
    The given details without their blank fields, normalised.

    :raises Invalid: if the GSTIN, state or mobile number is not valid, or the GSTIN is of another state
    """
    own = {name: text for name in _PROFILE if (text := given.get(name, "").strip())}
    errors: dict[str, list[str]] = {}
    if "gstNo" in own:
        number = gstin.parse(own["gstNo"])
        if number is None:
            errors["billingDetails.gstNo"] = ["This is not a valid GSTIN. Please check each character."]
        else:
            own["gstNo"] = number
    if "state" in own and indian_states.by_name(own["state"]) is None:
        errors["billingDetails.state"] = ["Please choose a state or union territory from the list."]
    if "mobile" in own and not MOBILE.fullmatch(own["mobile"]):
        errors["billingDetails.mobile"] = ["Please enter a 10-digit mobile number that starts with 6 to 9."]
    if not errors and ("gstNo" in own or "state" in own):
        merged = _with_profile(person, own)
        if wrong := gstin.wrong_state(merged["gstNo"], state=merged["state"]):
            errors["billingDetails.gstNo"] = [wrong]
    if errors:
        raise Invalid(errors)
    return own


def completed(*, person: User, given: Mapping[str, str]) -> dict[str, str]:
    """
    The given details; blank fields are taken from the profile.

    A profile is saved field by field and may have the GSTIN of another state. That is left out: the invoice
    would claim a tax that is not that of its place of supply.
    """
    billing = _with_profile(person, given)
    if not given.get("gstNo") and gstin.wrong_state(billing["gstNo"], state=billing["state"]):
        billing["gstNo"] = ""
    return {**billing, "email": person.email}


def _with_profile(person: User, given: Mapping[str, str]) -> dict[str, str]:
    return {name: given.get(name) or getattr(person, column) for name, column in _PROFILE.items()}


def current(*, person_id: UUID, given: Mapping[str, str]) -> dict[str, str]:
    """
    The same with the profile as it is saved now, read in one query.

    Whoever waited for a lock may hold a person that was read before somebody else's change.
    """
    person = User.objects.only(*_PROFILE.values(), "email").get(pk=person_id)
    return completed(person=person, given=given)
