from apps.accounts.models.consent import Consent
from apps.accounts.models.entitlement import Entitlement
from apps.accounts.models.login_code import LoginCode
from apps.accounts.models.message_template import MessageTemplate
from apps.accounts.models.mobile_change import MobileChange
from apps.accounts.models.session import LoginSession
from apps.accounts.models.throttle import DailyCount, Throttle, ThrottleEvent
from apps.accounts.models.trial_lead import TrialLead
from apps.accounts.models.user import User

__all__ = [
    "Consent",
    "DailyCount",
    "Entitlement",
    "LoginCode",
    "LoginSession",
    "MessageTemplate",
    "MobileChange",
    "Throttle",
    "ThrottleEvent",
    "TrialLead",
    "User",
]
