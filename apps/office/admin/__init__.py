"""The record of exports; importing a module registers its page."""

from apps.office.admin import exports

__all__ = ["exports"]
