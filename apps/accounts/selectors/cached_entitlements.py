from uuid import UUID

from django.conf import settings

from apps.accounts.models import Entitlement, User
from apps.accounts.states import Scope
from apps.core import tagged_cache


def by_person(person: User) -> list[Entitlement]:
    """
    All that a person was ever given, newest first, kept with the person.

    Which of it is valid is a matter of the moment and asked anew each time.
    """
    return tagged_cache.get_or_set(
        tags=(person.cache_tag,),
        key=f"held:{person.pk}",
        make=lambda: list(Entitlement.objects.filter(person=person).order_by("-starts_at", "-pk")),
        seconds=settings.PERSON_CACHE_SECONDS,
    )


def of_course(*, person: User, course_id: UUID) -> list[Entitlement]:
    """All that a person was ever given of a course, newest first; read anew, for whoever decides on it."""
    rows = Entitlement.objects.filter(person=person, scope=Scope.COURSE, item_id=course_id)
    return list(rows.order_by("-starts_at", "-pk"))
