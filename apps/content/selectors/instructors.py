from collections.abc import Collection
from typing import Annotated, TypedDict
from uuid import UUID

from django.core.files.storage import default_storage
from django.db.models import Q

from apps.content.models import Instructor
from apps.content.models.instructor import InstructorQuerySet, split_credential
from apps.core import ids, images
from apps.core.errors import NotFound
from apps.core.json_types import Help, Identifier, Url, component

CARD_COLUMNS = ("pk", "name", "slug", "experience", "credentials", "photo")


class UnknownMentor(NotFound):
    code = "mentor_not_found"
    message = "We can't find this mentor."


@component("CredentialOut")
class Credential(TypedDict):
    text: str
    url: Annotated[Url | None, Help("Where it can be checked.")]


@component("InstructorOut")
class InstructorCard(TypedDict):
    _id: Identifier
    full_name: str
    weburlname: str
    experience: str
    credentials: list[Credential]
    image: Annotated[str | None, Help("Square. Null: show the initials.")]


class IntroductionVideo(TypedDict):
    url: str
    captions: str
    language: Annotated[str, Help("Of the film and its captions: 'en', 'hi'.")]


class InstructorProfile(InstructorCard):
    bio: str
    film: Annotated[IntroductionVideo | None, Help("In which they introduce themselves.")]
    languages: list[str]
    portrait: Annotated[str | None, Help("A larger image.")]


def card(instructor: Instructor) -> InstructorCard:
    """What a course or event card shows of its instructor."""
    return card_of(*(getattr(instructor, column) for column in CARD_COLUMNS))


def card_of(
    key: UUID, name: str, slug: str, experience: str, credentials: list[str], photo: object, /
) -> InstructorCard:
    """The same from the values of `CARD_COLUMNS`, for lists that use `values_list`."""
    return {
        "_id": str(key),
        "full_name": name,
        "weburlname": slug,
        "experience": experience,
        "credentials": [_credential(line) for line in credentials],
        "image": _image_url(str(photo), -1),
    }


def _credential(line: str) -> Credential:
    text, url = split_credential(line)
    return {"text": text, "url": url or None}


def _image_url(photo: str, which: int) -> str | None:
    """The URL of the photo in one of its widths, which are counted from the widest."""
    if not photo:
        return None
    return default_storage.url(images.stored_widths(photo, spec=images.MENTOR)[which])


def profile(instructor: Instructor) -> InstructorProfile:
    return {
        **card(instructor),
        "bio": instructor.bio,
        "languages": instructor.languages,
        "portrait": _image_url(str(instructor.photo), 0),
        "film": _introduction_video(instructor),
    }


def _introduction_video(instructor: Instructor) -> IntroductionVideo | None:
    if not instructor.film or not instructor.film_captions:
        return None
    return {
        "url": instructor.film.url,
        "captions": instructor.film_captions.url,
        "language": instructor.film_language,
    }


def get_instructor(*, key: str) -> Instructor:
    """
    The instructor with this slug or id.

    :raises UnknownMentor: if there is none
    """
    identity = ids.parse(key)
    named = Q(pk=identity) if identity else Q(slug=key)
    # A URL can contain a NUL character, and PostgreSQL rejects it.
    found = None if "\x00" in key else Instructor.objects.filter(named).first()
    if found is None:
        raise UnknownMentor()
    return found


def addresses() -> list[tuple[str, None]]:
    """The paths of all pages of mentors."""
    slugs = Instructor.objects.order_by("pk").values_list("slug", flat=True)
    return [(f"/mentors/{slug}", None) for slug in slugs]


def ids_by_slug() -> dict[str, UUID]:
    return dict(Instructor.objects.values_list("slug", "pk"))


def matching(names: Collection[str], /) -> InstructorQuerySet:
    """Those with one of these slugs, full names or ids."""
    keys = [key for name in names if (key := ids.parse(name))]
    return Instructor.objects.filter(Q(slug__in=names) | Q(name__in=names) | Q(pk__in=keys))
