from collections.abc import Collection
from typing import TypedDict
from uuid import UUID

from django.core.files.storage import default_storage
from django.db.models import Q

from apps.content.models import Instructor
from apps.content.models.instructor import InstructorQuerySet
from apps.core import ids

CARD_COLUMNS = ("pk", "name", "experience", "photo")


class InstructorCard(TypedDict):
    _id: str
    full_name: str
    experience: str
    image: str | None


class InstructorProfile(InstructorCard):
    bio: str


def card(instructor: Instructor) -> InstructorCard:
    """Who teaches, as far as a card says."""
    return card_of(instructor.pk, instructor.name, instructor.experience, str(instructor.photo))


def card_of(key: UUID, name: str, experience: str, photo: str, /) -> InstructorCard:
    """The same from the columns of `CARD_COLUMNS`, for lists that do without models."""
    return {
        "_id": str(key),
        "full_name": name,
        "experience": experience,
        "image": default_storage.url(photo) if photo else None,
    }


def profile(instructor: Instructor) -> InstructorProfile:
    return {**card(instructor), "bio": instructor.bio}


def ids_by_slug() -> dict[str, UUID]:
    return dict(Instructor.objects.values_list("slug", "pk"))


def named(names: Collection[str], /) -> InstructorQuerySet:
    """Those with one of these slugs, full names or ids."""
    keys = [key for name in names if (key := ids.parsed(name))]
    return Instructor.objects.filter(Q(slug__in=names) | Q(name__in=names) | Q(pk__in=keys))
