from uuid import UUID

from apps.accounts.models import Consent, User
from apps.accounts.models.consent import ConsentQuerySet
from apps.accounts.states import ConsentKind


def is_live(*, person_id: UUID, kind: ConsentKind) -> bool:
    """Whether the person agrees at this moment: the newest entry says."""
    entries = Consent.objects.filter(person_id=person_id, kind=kind).newest_first()
    return bool(entries.values_list("is_given", flat=True).first())


def of_person(*, person: User) -> ConsentQuerySet:
    """All that a person ever gave and took back, newest first."""
    return Consent.objects.filter(person=person).newest_first()
