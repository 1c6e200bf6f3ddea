"""Demo accounts: a member, learners, and staff whose passwords are printed once and not stored."""

import secrets
from datetime import datetime

from apps.accounts.models import User

MEMBER_MOBILE = "9876543210"
STAFF_MOBILE, COLLEAGUE_MOBILE = "9000000000", "9000000002"
"""Two, since new prices and texts of pages need a second person."""
LEARNERS = (
    ("9876543211", "Rahul Verma", "Uttar Pradesh"),
    ("9876543212", "Priya Menon", "Kerala"),
    ("9876543213", "Imran Sheikh", "Gujarat"),
    ("9876543214", "Ananya Das", "West Bengal"),
    ("9876543215", "Gurpreet Kaur", "Punjab"),
    ("9876543216", "Sneha Patil", "Maharashtra"),
    ("9876543217", "Karthik Subramanian", "Tamil Nadu"),
    ("9876543218", "Fatima Ansari", "Delhi"),
    ("9876543219", "Devendra Yadav", "Bihar"),
    ("9876543220", "Lakshmi Narayanan", "Karnataka"),
    ("9876543221", "Joseph Kurian", "Kerala"),
    ("9876543222", "Neha Agarwal", "Rajasthan"),
    ("9876543223", "Biren Hazarika", "Assam"),
    ("9876543224", "Sunita Bhoi", "Odisha"),
)
"""Mobile, name and state of the invented learners who review courses."""


def seed(_now: datetime) -> str:
    if not User.objects.filter(mobile=MEMBER_MOBILE).exists():
        User.objects.create_user(
            mobile=MEMBER_MOBILE,
            name="Asha Kulkarni",
            email="asha@example.in",
            confirmed_email="asha@example.in",
            state="Maharashtra",
        )
    staff = [_staff(STAFF_MOBILE, "Demo Staff"), _staff(COLLEAGUE_MOBILE, "Demo Colleague")]
    return f"member {MEMBER_MOBILE}, staff {', staff '.join(staff)}"


def _staff(mobile: str, name: str) -> str:
    if User.objects.filter(mobile=mobile).exists():
        return f"{mobile} (its password was printed when it was created)"
    password = secrets.token_urlsafe(12)
    User.objects.create_superuser(mobile=mobile, password=password, name=name)
    return f"{mobile} with password {password} for /admin/"


def learners() -> list[User]:
    """Return the accounts of `LEARNERS`, in that order, creating the missing ones."""
    mobiles = [mobile for mobile, _name, _state in LEARNERS]
    known = {person.mobile: person for person in User.objects.filter(mobile__in=mobiles)}
    return [
        known.get(mobile) or User.objects.create_user(mobile=mobile, name=name, state=state)
        for mobile, name, state in LEARNERS
    ]
