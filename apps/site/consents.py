"""The initial data of the consent history."""

from typing import Any

from apps.accounts.api.profile_serializers import ConsentOut
from apps.accounts.models import User
from apps.accounts.selectors import consents

CONSENTS_PAGE = 10
"""Mirrored by features/account/consentQueries.ts, which requests the rest."""


def consent_ledger(*, person: User) -> dict[str, Any]:
    """The first page of the person's consents, as the endpoint returns it."""
    entries = consents.list_for(person=person)
    return {
        "data": ConsentOut(entries[:CONSENTS_PAGE], many=True).data,
        "totalCount": entries.count(),
    }
