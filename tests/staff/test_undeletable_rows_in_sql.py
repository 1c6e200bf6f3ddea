"""Items that users own cannot be deleted with SQL."""

import pytest
from django.db import IntegrityError

from apps.catalog.tests.factories import CourseFactory
from apps.core.testing.fixtures import Person
from apps.live.models import SessionPlan
from apps.live.tests.factories import PlanFactory as SessionPlanFactory
from apps.live.tests.factories import SessionFactory
from apps.pro.models import Plan
from apps.pro.tests.factories import PlanFactory
from tests.staff.owned_rows import create_booking, create_subscription, owned, owned_course
from tests.staff.undeletable_rows import delete_by_sql, exists

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("later")]

SQL_DELETE = 'DELETE FROM "{table}" WHERE "{column}" = %s'


def test_sql_cannot_delete_an_owned_course(member: Person) -> None:
    mine, free = owned_course(member.user), CourseFactory(taught_by=[])
    delete_by_sql(free, "catalog_searchdocument")
    assert not exists(free)
    with pytest.raises(IntegrityError):
        delete_by_sql(mine, "catalog_searchdocument")
    assert exists(mine)


@pytest.mark.parametrize("kind", ["webinar", "mentorship", "session", "program", "Pro section"])
def test_sql_cannot_delete_a_booked_item(member: Person, kind: str) -> None:
    row, _ = owned(kind, member)
    with pytest.raises(IntegrityError):
        delete_by_sql(row)
    assert exists(row)


@pytest.mark.parametrize("kind", ["session plan", "Pro plan"])
def test_sql_cannot_delete_a_bought_plan(member: Person, kind: str) -> None:
    plan: SessionPlan | Plan
    if kind == "session plan":
        plan = SessionPlanFactory()
        create_booking(member.user, session=SessionFactory(program=plan.program), by=plan)
    else:
        plan = PlanFactory()
        create_subscription(member.user, plan)
    with pytest.raises(IntegrityError):
        delete_by_sql(plan)
    assert exists(plan)
