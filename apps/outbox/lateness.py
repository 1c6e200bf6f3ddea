"""From when on a message is late and a worker asleep: one limit for the office, `doctor` and the alerts."""

from datetime import timedelta

LATE_AFTER = timedelta(minutes=5)
"""A message is normally sent within seconds, and an expired hold released within a minute."""

ASLEEP_AFTER = timedelta(minutes=5)
"""The scheduler starts the jobs that are a worker's heartbeat several times a minute."""
