from collections.abc import Mapping
from datetime import datetime

from apps.accounts.models import User
from apps.accounts.selectors.pro_facts import pro_facts


def user_data(*, person: User, at: datetime) -> Mapping[str, object]:
    """Return the fields of the API's user object."""
    facts = pro_facts(person=person, at=at)
    return {
        "id": person.pk,
        "name": person.name,
        "email": person.email,
        "email_confirmed": person.has_confirmed_email,
        "mobile": person.mobile,
        "state": person.state,
        "company": person.company,
        "gst_no": person.gst_no,
        "address": person.address,
        "can_whatsapp": person.can_whatsapp,
        "engagement_consent": person.engagement_consent,
        "subscriptions": facts.subscriptions,
        "pro": facts.pro,
        "trial": facts.trial,
    }
