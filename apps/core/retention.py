"""
How long personal data is kept: the one place where it is decided.

The jobs that delete read these periods at each run, and the privacy policy shows them as figures
(`core/business_constants.py`), in the table of `core/privacy_inventory.py`.
"""

from datetime import date, datetime, timedelta

from apps.core import indian_time

MESSAGE_LOG_RETENTION = timedelta(days=365)
OUTBOX_RETENTION = timedelta(days=90)
"""How long finished messages are kept; failed ones stay until staff have dealt with them."""
DAILY_COUNT_RETENTION = timedelta(days=30)
"""How long counts that name nobody are kept, such as all OTPs of a day."""
REMINDER_MARK_RETENTION = timedelta(days=30)
"""How long it is stored that a reminder was sent, so that it is sent once."""
LOST_NUMBER_RETENTION = timedelta(days=90)
"""How long a request is kept for a number that has no account."""
DECIDED_LOST_NUMBER_RETENTION = timedelta(days=365)
CART_RETENTION = timedelta(days=7)
COUPON_MEMORY = timedelta(days=365)
"""How long after a coupon's end it is known which numbers of erased accounts used it."""
LOG_RETENTION = timedelta(days=180)
"""How long whoever runs the servers must keep log lines there: CERT-In wants them for that long, in India."""

GRIEVANCE_YEARS = 5
"""After it was closed, also if the account is deleted meanwhile."""
INVOICE_MONTHS = 72
"""After the annual return of their financial year was due (section 36 of the CGST Act)."""


def grievance_period() -> str:
    return f"{GRIEVANCE_YEARS} years"


def invoice_period() -> str:
    return f"{INVOICE_MONTHS} months"


def grievances_closed_before(now: datetime) -> datetime:
    """Those closed before this are deleted. 29 February counts as 1 March."""
    day = now.astimezone(indian_time.INDIA)
    year = day.year - GRIEVANCE_YEARS
    try:
        return day.replace(year=year)
    except ValueError:
        return day.replace(year=year, month=3, day=1)


def invoices_kept_until(day: date) -> date:
    """The last day on which an invoice of `day` must be kept; the annual return is due on 31 December."""
    year_ends = day.year + (day.month > 3)
    return date(year_ends + INVOICE_MONTHS // 12, 12, 31)
