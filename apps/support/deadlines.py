"""When people get a reply. Registered in `core/business_constants.py`."""

from datetime import timedelta

GRIEVANCE_REPLY = timedelta(days=21)
"""The regulator's limit, also for what arrives through SCORES and enters the register."""

CONTACT_REPLY = timedelta(days=3)
"""Our own, for messages to the learner and client care: the office is told which wait longer."""
