from uuid import UUID

from django.conf import settings

from apps.accounts.models import Entitlement, User
from apps.accounts.states import Scope
from apps.core import tagged_cache


def by_person(person: User) -> list[Entitlement]:
    """
    Return all entitlements of a person, newest first, from the cache.

    Expired ones are included: callers check the validity each time.
    """
    return tagged_cache.get_or_set(
        tags=(person.cache_tag,),
        key=f"held:{person.pk}",
        make=lambda: stored(person),
        seconds=settings.USER_CACHE_SECONDS,
    )


def stored(person: User) -> list[Entitlement]:
    """Return all entitlements of a person, newest first. Not cached: used for decisions."""
    return list(Entitlement.objects.filter(person=person).order_by("-starts_at", "-pk"))


def of_course(*, person: User, course_id: UUID) -> list[Entitlement]:
    """Return all of a person's entitlements to a course, newest first. Not cached: used for decisions."""
    rows = Entitlement.objects.filter(person=person, scope=Scope.COURSE, item_id=course_id)
    return list(rows.order_by("-starts_at", "-pk"))
