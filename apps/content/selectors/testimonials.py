from typing import Annotated, TypedDict

from django.core.files.storage import default_storage

from apps.content.models import Testimonial
from apps.core import tagged_cache
from apps.core.advert_words import Claim, Finding
from apps.core.json_types import Between, Help, Identifier, component

TEXTS = ("username", "userhandle", "location", "review")
NEED_PROOF = (Claim.EARNINGS, Claim.NO_WARNING)

CACHE_TAGS = ("reviews",)


@component("TestimonialOut")
class Review(TypedDict):
    _id: Identifier
    image: str | None
    username: str
    location: str
    age: int | None
    userhandle: str
    earnings: Annotated[str | None, Help("Null unless staff have verified it.")]
    rating: Annotated[float, Help("In halves."), Between(0.5, 5)]
    review: str


@tagged_cache.cached(tags=CACHE_TAGS, key="all")
def reviews() -> list[Review]:
    rows = Testimonial.objects.filter(is_published=True).order_by("position", "pk")
    return [_review(row) for row in rows]


def _review(row: Testimonial) -> Review:
    image = str(row.image)
    return {
        "_id": str(row.pk),
        "image": default_storage.url(image) if image else None,
        "username": row.username,
        "location": row.location,
        "age": row.age,
        "userhandle": row.userhandle,
        "earnings": (row.earnings or None) if row.earnings_verified else None,
        "rating": float(row.rating),
        "review": row.review,
    }


def is_proven(row: Testimonial, finding: Finding) -> bool:
    """What somebody says they earned may be published once Compliance has seen the proof."""
    return row.earnings_verified and finding.claim in NEED_PROOF
