from collections.abc import Mapping
from datetime import datetime

from apps.accounts.models import User
from apps.accounts.selectors import subscriptions


def of_person(*, person: User, at: datetime) -> Mapping[str, object]:
    """The person as the contract's user object has them."""
    return {
        "id": person.pk,
        "name": person.name,
        "email": person.email,
        "mobile": person.mobile,
        "state": person.state,
        "company": person.company,
        "gst_no": person.gst_no,
        "address": person.address,
        "can_whatsapp": person.can_whatsapp,
        "subscriptions": subscriptions.of_person(person=person, at=at),
    }
