"""The staff screens about people; each module registers its own when it is imported."""

from apps.accounts.admin import authenticators, consents, entitlements, message_templates, people, trials

__all__ = ["authenticators", "consents", "entitlements", "message_templates", "people", "trials"]
