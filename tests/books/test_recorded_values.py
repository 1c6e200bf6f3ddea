"""What the audit trail says of a column: last, and about a time."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.audit.models import AuditEntry
from apps.audit.selectors import recorded_values
from apps.audit.services import trail
from apps.commerce.tests.colleagues import colleague
from apps.live.models import LiveTrading, SessionPlan
from apps.live.tests.factories import PlanFactory

pytestmark = pytest.mark.django_db
COLUMN = "discounted_price_paise"


def enter(plan: SessionPlan, old: str, new: str, *, at: datetime, on_program: bool, key: Any) -> None:
    """An entry of the plan's own page, or of that of its program."""
    change = {"field": COLUMN, "label": "Price", "from": old, "to": new}
    entry = trail.applied(
        person_id=colleague().pk,
        row=plan.program if on_program else plan,
        changes=[{**change, "of": "plan 'x'", "key": key} if on_program else change],
        note="",
        at=timezone.now(),
    )
    entry.at = at
    entry.save(force_insert=True)


def differences() -> list[str]:
    return list(recorded_values.differences(SessionPlan, [COLUMN], on_page_of=LiveTrading))


def test_a_change_on_the_page_of_its_program_counts() -> None:
    plan, now = PlanFactory(discounted_price_paise=300_00), timezone.now()
    enter(plan, "₹100.00", "₹200.00", at=now, on_program=False, key=None)
    assert differences() == [
        f"Session plan {plan.pk}: price per session is ₹300.00, and staff left it at ₹200.00."
    ]
    enter(plan, "₹200.00", "₹300.00", at=now + timedelta(1), on_program=True, key=str(plan.pk))
    assert differences() == []


def test_what_an_earlier_release_did_not_name_is_not_judged() -> None:
    plan, now = PlanFactory(discounted_price_paise=300_00), timezone.now()
    enter(plan, "₹100.00", "₹200.00", at=now, on_program=False, key=None)
    enter(plan, "₹200.00", "₹300.00", at=now + timedelta(1), on_program=True, key=None)
    assert differences() == []


@pytest.mark.parametrize(
    ("minutes", "texts"),
    [(-10, {"one"}), (-4, {"one", "two"}), (4, {"one", "two"}), (10, {"two"}), (60, {"two", "three"})],
)
def test_about_a_change_both_values_count(minutes: int, texts: set[str]) -> None:
    plan, now = PlanFactory(), timezone.now()
    enter(plan, "one", "two", at=now, on_program=False, key=None)
    enter(plan, "two", "three", at=now + timedelta(hours=1), on_program=False, key=None)
    known = recorded_values.histories(SessionPlan, [COLUMN])
    assert known.around(plan.pk, COLUMN, at=now + timedelta(minutes=minutes), now="three") == texts
    assert AuditEntry.objects.count() == 2
