from collections.abc import Collection
from typing import TypedDict
from uuid import UUID

from django.core.files.storage import default_storage
from django.db.models import Q

from apps.content.models import Instructor
from apps.content.models.instructor import InstructorQuerySet
from apps.core import ids
from apps.core.json_types import Identifier, component

CARD_COLUMNS = ("pk", "name", "experience", "photo")


@component("InstructorOut")
class InstructorCard(TypedDict):
    _id: Identifier
    full_name: str
    experience: str
    image: str | None


class InstructorProfile(InstructorCard):
    bio: str


def card(instructor: Instructor) -> InstructorCard:
    """What a course or event card shows of its instructor."""
    return card_of(instructor.pk, instructor.name, instructor.experience, str(instructor.photo))


def card_of(key: UUID, name: str, experience: str, photo: str, /) -> InstructorCard:
    """The same from the values of `CARD_COLUMNS`, for lists that use `values_list`."""
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


def matching(names: Collection[str], /) -> InstructorQuerySet:
    """Those with one of these slugs, full names or ids."""
    keys = [key for name in names if (key := ids.parse(name))]
    return Instructor.objects.filter(Q(slug__in=names) | Q(name__in=names) | Q(pk__in=keys))
