from typing import TypedDict

from django.core.files.storage import default_storage

from apps.content.models import Testimonial
from apps.core import tagged_cache

CACHE_TAGS = ("reviews",)


class Review(TypedDict):
    _id: str
    image: str | None
    username: str
    location: str
    age: int | None
    userhandle: str
    earnings: str | None
    rating: float
    review: str


def listed() -> list[Review]:
    """What learners say, as far as staff have published it."""
    return tagged_cache.get_or_set(tags=CACHE_TAGS, key="all", make=_made)


def _made() -> list[Review]:
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
