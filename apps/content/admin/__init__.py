"""The staff screens of what is read; each module registers its own when it is imported."""

from apps.content.admin import (
    academy,
    assets,
    complaints,
    faq,
    instructors,
    pages,
    site_settings,
    testimonials,
    tickets,
)

__all__ = [
    "academy",
    "assets",
    "complaints",
    "faq",
    "instructors",
    "pages",
    "site_settings",
    "testimonials",
    "tickets",
]
