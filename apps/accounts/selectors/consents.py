from uuid import UUID

from apps.accounts.models import Consent, User
from apps.accounts.models.consent import ConsentQuerySet
from apps.accounts.states import ConsentKind


def is_live(*, person_id: UUID, kind: ConsentKind) -> bool:
    """Whether the consent is given: the newest entry decides."""
    entries = Consent.objects.filter(person_id=person_id, kind=kind).newest_first()
    return bool(entries.values_list("is_given", flat=True).first())


def list_for(*, person: User) -> ConsentQuerySet:
    """Return the consent history of a person, newest first."""
    return Consent.objects.filter(person=person).newest_first()
