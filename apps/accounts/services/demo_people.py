"""The demo's people: a member, and a staff account whose password is told once and kept nowhere."""

import secrets
from datetime import datetime

from apps.accounts.models import User

MEMBER_MOBILE = "9876543210"
STAFF_MOBILE = "9000000000"


def plant(_now: datetime) -> str:
    if not User.objects.filter(mobile=MEMBER_MOBILE).exists():
        User.objects.create_user(
            mobile=MEMBER_MOBILE, name="Asha Kulkarni", email="asha@example.in", state="Maharashtra"
        )
    if User.objects.filter(mobile=STAFF_MOBILE).exists():
        return f"member {MEMBER_MOBILE}, staff {STAFF_MOBILE} (its password was printed when it was made)"
    password = secrets.token_urlsafe(12)
    User.objects.create_superuser(mobile=STAFF_MOBILE, password=password, name="Demo Staff")
    return f"member {MEMBER_MOBILE}, staff {STAFF_MOBILE} with password {password} for /admin/"
