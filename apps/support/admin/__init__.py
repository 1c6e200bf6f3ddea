"""The admin of grievances, contact messages and complaints; importing a module registers its pages."""

from apps.support.admin import complaints, tickets

__all__ = ["complaints", "tickets"]
