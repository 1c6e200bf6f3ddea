"""The admin of uploaded files; importing a module registers its pages."""

from apps.media.admin import assets

__all__ = ["assets"]
