"""The catalogue's admin; each module registers its models when it is imported."""

from apps.catalog.admin import (
    categories,
    certificates,
    courses,
    entitlements,
    module_courses,
    reviews,
    synonyms,
    topic_questions,
    topics,
)

__all__ = [
    "categories",
    "certificates",
    "courses",
    "entitlements",
    "module_courses",
    "reviews",
    "synonyms",
    "topic_questions",
    "topics",
]
