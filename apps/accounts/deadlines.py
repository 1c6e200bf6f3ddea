"""How long codes, trials and logins last. Registered in `core/business_constants.py`."""

from datetime import timedelta

OTP_VALIDITY = timedelta(minutes=5)

OTP_RESEND_PAUSE = timedelta(seconds=15)

TRIAL_LENGTH = timedelta(days=7)

TRIAL_REGISTRATION = timedelta(days=30)
"""How long after registering a number a login starts its trial."""

LOGIN_LIFETIME = timedelta(days=14)

LOGIN_IDLE_LIMIT = timedelta(days=7)
"""A login that is not used for so long ends."""

REAUTHENTICATION_VALIDITY = timedelta(minutes=10)

EMAIL_LINK_VALIDITY = timedelta(days=7)
"""How long the link that confirms an email address works."""

MOBILE_CHANGE_DELAY = timedelta(hours=24)
"""How long the owner of the old number has to stop a change."""

LOST_NUMBER_DELAY = timedelta(hours=72)
"""The same, where staff change the number of somebody who cannot log in any more."""
