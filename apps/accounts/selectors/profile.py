from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from apps.accounts.models import User
from apps.accounts.selectors import subscriptions


def user_data(*, person: User, at: datetime) -> Mapping[str, object]:
    """Return the fields of the API's user object."""
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
        "subscriptions": subscriptions.list_for(person=person, at=at),
    }


def is_erased(*, person_id: UUID) -> bool:
    return User.objects.filter(pk=person_id, erased_at__isnull=False).exists()
