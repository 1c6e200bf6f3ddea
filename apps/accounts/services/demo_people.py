"""Demo accounts: a member, learners, and staff whose passwords are printed once and not stored."""

import secrets
from dataclasses import dataclass
from datetime import datetime

from apps.accounts.models import User
from apps.core.demo import data_file

MEMBER_MOBILE = "9876543210"
STAFF_MOBILE, COLLEAGUE_MOBILE = "9000000000", "9000000002"
"""Two, since new prices and texts of pages need a second person."""


@dataclass(frozen=True, slots=True)
class DemoLearner:
    mobile: str
    name: str
    state: str


LEARNERS = data_file("accounts", "learners.yaml", tuple[DemoLearner, ...])


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
    learners = LEARNERS.read()
    known = {
        person.mobile: person
        for person in User.objects.filter(mobile__in=[learner.mobile for learner in learners])
    }
    return [
        known.get(learner.mobile)
        or User.objects.create_user(mobile=learner.mobile, name=learner.name, state=learner.state)
        for learner in learners
    ]
