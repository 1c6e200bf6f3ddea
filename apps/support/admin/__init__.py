"""The admin of grievances, contact messages and complaints; importing a module registers its pages."""

from apps.support.admin import (
    complaints_register,
    contact_messages,
    frozen_months,
    grievances,
    locked_grievances,
    reply_templates,
)

__all__ = [
    "complaints_register",
    "contact_messages",
    "frozen_months",
    "grievances",
    "locked_grievances",
    "reply_templates",
]
