"""Importing these modules registers their admin classes."""

from apps.live.admin import bookings, events, holidays, meetings, plans, programs, seats, series

__all__ = ["bookings", "events", "holidays", "meetings", "plans", "programs", "seats", "series"]
