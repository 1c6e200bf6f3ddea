from apps.accounts.models.entitlement import Entitlement
from apps.accounts.models.user import User

__all__ = ["Entitlement", "User"]
