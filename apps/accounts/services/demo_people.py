"""Demo accounts: a member, learners, and a staff account whose password is printed once and not stored."""

import secrets
from datetime import datetime

from apps.accounts.models import User

MEMBER_MOBILE = "9876543210"
STAFF_MOBILE = "9000000000"
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
    if User.objects.filter(mobile=STAFF_MOBILE).exists():
        return f"member {MEMBER_MOBILE}, staff {STAFF_MOBILE} (its password was printed when it was created)"
    password = secrets.token_urlsafe(12)
    User.objects.create_superuser(mobile=STAFF_MOBILE, password=password, name="Demo Staff")
    return f"member {MEMBER_MOBILE}, staff {STAFF_MOBILE} with password {password} for /admin/"


def learners() -> list[User]:
    """Return the accounts of `LEARNERS`, in that order, creating the missing ones."""
    mobiles = [mobile for mobile, _name, _state in LEARNERS]
    known = {person.mobile: person for person in User.objects.filter(mobile__in=mobiles)}
    return [
        known.get(mobile) or User.objects.create_user(mobile=mobile, name=name, state=state)
        for mobile, name, state in LEARNERS
    ]
