"""Gives the demo's learners the courses that count them. Existing rows are left as they are."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, OuterRef, Subquery, Value
from django.db.models.functions import Coalesce

from apps.accounts.models import Entitlement
from apps.accounts.services import demo_people
from apps.accounts.states import Scope, Source
from apps.audit.models import AuditEntry
from apps.audit.services import trail
from apps.catalog.models import Course, CourseOwner
from apps.catalog.services.demo_courses import COURSES

_FIRST_DAYS_AGO = 110
_DAYS_BETWEEN = 7


@transaction.atomic(durable=True)
def seed(now: datetime) -> str:
    learners = demo_people.learners()
    courses = {course.weburlname: course for course in Course.objects.published()}
    wanted = [
        (courses[demo.weburlname], place, person)
        for demo in COURSES.read()
        if demo.weburlname in courses
        for place, person in enumerate(learners[: demo.learners])
    ]
    known = set(CourseOwner.objects.filter(person__in=learners).values_list("course", "person"))
    missing = [row for row in wanted if (row[0].pk, row[2].pk) not in known]
    granted = Entitlement.objects.bulk_create(
        Entitlement(
            person=person,
            scope=Scope.COURSE,
            item_id=course.pk,
            source=Source.STAFF,
            label=course.title,
            starts_at=now - timedelta(days=_FIRST_DAYS_AGO - place * _DAYS_BETWEEN),
        )
        for course, place, person in missing
    )
    # As when staff grant it.
    AuditEntry.objects.bulk_create(
        trail.applied(person_id=row.person_id, row=row, note="Demo data", at=now) for row in granted
    )
    # Bulk statements send no signals, so the owners are recorded and counted here.
    CourseOwner.objects.bulk_create(
        CourseOwner(course=course, person=person) for course, _, person in missing
    )
    if missing:
        _count_learners()
    return f"{len(missing)} of {len(wanted)} enrolments added"


def _count_learners() -> None:
    owners = CourseOwner.objects.filter(course=OuterRef("pk")).order_by().values("course")
    counted = Coalesce(Subquery(owners.annotate(count=Count("pk")).values("count")), Value(0))
    Course.objects.exclude(total_learners=counted).update(total_learners=counted)
