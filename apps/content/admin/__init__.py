"""The admin of content; importing a module registers its pages."""

from apps.content.admin import academy, audits, faq, instructors, pages, site_settings, testimonials

__all__ = ["academy", "audits", "faq", "instructors", "pages", "site_settings", "testimonials"]
