"""The admin of grievances, contact messages and complaints; importing a module registers its pages."""

from apps.support.admin import complaints_register, grievances

__all__ = ["complaints_register", "grievances"]
