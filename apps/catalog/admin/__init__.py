"""The staff screens of the catalogue; each module registers its own when it is imported."""

from apps.catalog.admin import categories, courses, reviews, topics

__all__ = ["categories", "courses", "reviews", "topics"]
