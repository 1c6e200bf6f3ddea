"""What somebody bought cannot be deleted by SQL."""

import pytest
from django.db import IntegrityError

from apps.catalog.tests.factories import CourseFactory
from apps.core.testing.fixtures import Person
from apps.live.models import SessionPlan
from apps.live.tests.factories import PlanFactory as SessionPlanFactory
from apps.live.tests.factories import SessionFactory
from apps.pro.models import Plan
from apps.pro.tests.factories import PlanFactory
from tests.staff.kept import delete_by_sql, is_there
from tests.staff.owned import a_course, booked, owned, subscribed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("later")]

SQL_DELETE = 'DELETE FROM "{table}" WHERE "{column}" = %s'


def test_sql_does_not_delete_a_course_that_somebody_owns(member: Person) -> None:
    mine, free = a_course(member.user), CourseFactory(taught_by=[])
    delete_by_sql(free, "catalog_searchdocument")
    assert not is_there(free)
    with pytest.raises(IntegrityError):
        delete_by_sql(mine, "catalog_searchdocument")
    assert is_there(mine)


@pytest.mark.parametrize("kind", ["webinar", "mentorship", "session", "program", "Pro section"])
def test_sql_does_not_delete_what_somebody_booked(member: Person, kind: str) -> None:
    row, _ = owned(kind, member)
    with pytest.raises(IntegrityError):
        delete_by_sql(row)
    assert is_there(row)


@pytest.mark.parametrize("kind", ["session plan", "Pro plan"])
def test_sql_does_not_delete_a_plan_that_was_bought(member: Person, kind: str) -> None:
    plan: SessionPlan | Plan
    if kind == "session plan":
        plan = SessionPlanFactory()
        booked(member.user, session=SessionFactory(program=plan.program), by=plan)
    else:
        plan = PlanFactory()
        subscribed(member.user, plan)
    with pytest.raises(IntegrityError):
        delete_by_sql(plan)
    assert is_there(plan)
