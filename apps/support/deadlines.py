"""When people get a reply. Registered in `core/figures.py`."""

from datetime import timedelta

GRIEVANCE_REPLY = timedelta(days=21)
"""The regulator's limit."""
