from apps.pro.models.reminder import EndReminder
from apps.pro.models.section import Benefit, Plan, ProSection
from apps.pro.models.subscription import Subscription

__all__ = ["Benefit", "EndReminder", "Plan", "ProSection", "Subscription"]
