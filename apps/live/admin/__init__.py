"""The staff screens of what is live; each module registers its own when it is imported."""

from apps.live.admin import bookings, events, programs, series

__all__ = ["bookings", "events", "programs", "series"]
