from apps.accounts.models.consent import Consent
from apps.accounts.models.delivery import Delivery
from apps.accounts.models.entitlement import Entitlement
from apps.accounts.models.login_code import LoginCode
from apps.accounts.models.login_settings import LoginSettings
from apps.accounts.models.lost_number import LostNumber
from apps.accounts.models.message_template import MessageTemplate
from apps.accounts.models.mobile_change import MobileChange
from apps.accounts.models.name_tail import NameTail
from apps.accounts.models.role import Role
from apps.accounts.models.session import LoginSession
from apps.accounts.models.throttle import DailyCount, Throttle, ThrottleEvent
from apps.accounts.models.trial_lead import TrialLead
from apps.accounts.models.user import User

__all__ = [
    "Consent",
    "DailyCount",
    "Delivery",
    "Entitlement",
    "LoginCode",
    "LoginSession",
    "LoginSettings",
    "LostNumber",
    "MessageTemplate",
    "MobileChange",
    "NameTail",
    "Role",
    "Throttle",
    "ThrottleEvent",
    "TrialLead",
    "User",
]
