from typing import TypedDict
from uuid import UUID

from apps.content.models import Instructor


class InstructorCard(TypedDict):
    _id: str
    full_name: str
    experience: str
    image: str | None


class InstructorProfile(InstructorCard):
    bio: str


def card(instructor: Instructor) -> InstructorCard:
    """Who teaches, as far as a card says."""
    return {
        "_id": str(instructor.pk),
        "full_name": instructor.name,
        "experience": instructor.experience,
        "image": instructor.photo.url if instructor.photo else None,
    }


def profile(instructor: Instructor) -> InstructorProfile:
    return {**card(instructor), "bio": instructor.bio}


def ids_by_slug() -> dict[str, UUID]:
    return dict(Instructor.objects.values_list("slug", "pk"))
