"""The admin of content; importing a module registers its pages."""

from apps.content.admin import (
    academy,
    advert_findings,
    audits,
    changes,
    faq,
    instructors,
    pages,
    site_settings,
    testimonials,
)

__all__ = [
    "academy",
    "advert_findings",
    "audits",
    "changes",
    "faq",
    "instructors",
    "pages",
    "site_settings",
    "testimonials",
]
