"""The staff screens about people; each module registers its own when it is imported."""

from apps.accounts.admin import (
    authenticators,
    consents,
    entitlements,
    groups,
    message_templates,
    mobile_changes,
    people,
    trials,
)

__all__ = [
    "authenticators",
    "consents",
    "entitlements",
    "groups",
    "message_templates",
    "mobile_changes",
    "people",
    "trials",
]
