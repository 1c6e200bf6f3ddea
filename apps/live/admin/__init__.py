"""Importing these modules registers their admin classes."""

from apps.live.admin import bookings, events, programs, series

__all__ = ["bookings", "events", "programs", "series"]
