"""What a member's own pages begin with."""

from typing import Any

from apps.accounts.api.profile_serializers import ConsentOut
from apps.accounts.models import User
from apps.accounts.selectors import consents

CONSENTS_PAGE = 10
"""Twin: features/account/consentQueries.ts, which asks for the rest."""


def consent_ledger(*, person: User) -> dict[str, Any]:
    """The first page of the person's ledger, as the call answers."""
    entries = consents.of_person(person=person)
    return {
        "data": ConsentOut(entries[:CONSENTS_PAGE], many=True).data,
        "totalCount": entries.count(),
    }
