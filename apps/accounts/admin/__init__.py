"""Admin pages of this app; importing a module registers its admin classes."""

from apps.accounts.admin import (
    authenticators,
    consents,
    deliveries,
    groups,
    login_settings,
    lost_numbers,
    message_templates,
    mobile_changes,
    people,
    trials,
)

__all__ = [
    "authenticators",
    "consents",
    "deliveries",
    "groups",
    "login_settings",
    "lost_numbers",
    "message_templates",
    "mobile_changes",
    "people",
    "trials",
]
