"""What somebody bought cannot be deleted: not in the admin, not by the ORM, not by SQL. It is archived."""

import importlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction
from django.db.models import ProtectedError
from django.test import Client
from django.utils import timezone

from apps.accounts.models import Entitlement, User
from apps.accounts.states import Scope, Source
from apps.catalog.models import Chapter, Course, CourseOwner, Topic
from apps.catalog.services import curriculum
from apps.catalog.tests.factories import CourseFactory, TopicFactory, VideoFactory
from apps.catalog.tests.learners import give, topic_path
from apps.commerce.models import Order, Refund
from apps.commerce.tests.provider import provider
from apps.commerce.tests.shop import Shop, course_at, shop
from apps.content.models import Asset
from apps.content.states import AssetKind
from apps.content.tests.factories import AssetFactory
from apps.core.ids import new_id
from apps.core.testing.fixtures import Person
from apps.live.models import Booking, Mentorship, ProgramSession, SessionPlan, Webinar
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import LiveTradingFactory, MentorshipFactory, SessionFactory, WebinarFactory
from apps.live.tests.factories import PlanFactory as SessionPlanFactory
from apps.pro.models import Plan, ProSection, Subscription
from apps.pro.tests.factories import PlanFactory, ProSectionFactory
from tests.staff.pages import address, opened

__all__ = ["provider", "shop"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("later")]

SQL_DELETE = 'DELETE FROM "{table}" WHERE "{column}" = %s'


@pytest.fixture
def admin_user(staff: Person) -> Any:
    return staff.user


def booked(person: User, *, by: SessionPlan | None = None, **thing: Any) -> Booking:
    return Booking.objects.create(
        person=person,
        plan=by,
        status=BookingStatus.BOOKED,
        booked_by=BookedBy.PAYMENT,
        bought_by=new_id(),
        made_at=timezone.now(),
        **thing,
    )


def subscribed(person: User, plan: Plan) -> Subscription:
    return Subscription.objects.create(
        person=person,
        plan=plan,
        plan_name=plan.price_name,
        days=30,
        order_id=new_id(),
        line_id=new_id(),
        bought_at=timezone.now(),
    )


def a_course(person: User) -> Course:
    course: Course = CourseFactory(taught_by=[])
    give(person, course, at=timezone.now())
    return course


def a_webinar(person: User) -> Webinar:
    return booked(person, webinar=WebinarFactory()).webinar  # type: ignore[return-value]


def a_mentorship(person: User) -> Mentorship:
    return booked(person, mentorship=MentorshipFactory()).mentorship  # type: ignore[return-value]


def a_session(person: User) -> ProgramSession:
    return booked(person, session=SessionFactory()).session  # type: ignore[return-value]


def a_pro_section(person: User) -> ProSection:
    section: ProSection = ProSectionFactory()
    subscribed(person, PlanFactory(section=section))
    return section


OWNED: dict[str, tuple[Callable[[User], Any], str]] = {
    "course": (a_course, "1 person owns this. Archive it instead."),
    "webinar": (a_webinar, "1 person booked this. Archive it instead."),
    "mentorship": (a_mentorship, "1 person booked this. Archive it instead."),
    "program": (lambda person: a_session(person).program, "1 person booked this. Archive it instead."),
    "session": (
        a_session,
        "1 person booked this. If it will not take place, call it off instead.",
    ),
    "Pro section": (a_pro_section, "1 person bought this. Archive it instead."),
    "instructor": (lambda person: a_webinar(person).host, "Used by 1 webinar, so it cannot be deleted."),
    "category": (lambda person: a_course(person).category, "Used by 1 course, so it cannot be deleted."),
    "asset": (lambda _: VideoFactory().asset, "Used by 1 topic, so it cannot be deleted."),
}

of_each = pytest.mark.parametrize("kind", OWNED)


def owned(kind: str, person: Person) -> tuple[Any, str]:
    make, reason = OWNED[kind]
    return make(person.user), reason


def is_there(row: models.Model) -> bool:
    return type(row)._base_manager.filter(pk=row.pk).exists()


def told(answer: Any) -> list[str]:
    return [str(message) for message in answer.context["messages"]]


# --- the admin --------------------------------------------------------------------------------------


@of_each
def test_its_page_says_who_owns_it_and_offers_no_delete(
    admin_client: Client, member: Person, kind: str
) -> None:
    row, reason = owned(kind, member)
    page = admin_client.get(address(row)).content.decode()
    assert reason in page
    assert 'class="deletelink"' not in page
    assert ("archive/" in page) is reason.endswith("Archive it instead.")


@of_each
def test_its_delete_page_refuses(admin_client: Client, member: Person, kind: str) -> None:
    row, reason = owned(kind, member)
    url = address(row, "delete")
    for answer in (admin_client.get(url, follow=True), admin_client.post(url, {"post": "yes"}, follow=True)):
        assert told(answer) == [f"{row}: {reason}"]
    assert is_there(row)


@of_each
def test_the_action_on_many_refuses(admin_client: Client, member: Person, kind: str) -> None:
    row, reason = owned(kind, member)
    meta = row._meta
    action = {"action": "delete_selected", "_selected_action": [str(row.pk)]}
    for post in ({}, {"post": "yes"}):
        answer = admin_client.post(f"/admin/{meta.app_label}/{meta.model_name}/", {**action, **post})
        assert reason in answer.content.decode()
    assert is_there(row)


@pytest.mark.parametrize("make", [CourseFactory, WebinarFactory, MentorshipFactory, LiveTradingFactory])
def test_what_nobody_owns_is_deleted(admin_client: Client, make: Callable[[], Any]) -> None:
    row = make()
    assert admin_client.post(address(row, "delete"), {"post": "yes"}).status_code == 302
    assert not is_there(row)


def test_whoever_buys_while_it_is_deleted_keeps_it(
    admin_client: Client, member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = CourseFactory(taught_by=[])
    monkeypatch.setattr("apps.catalog.admin.courses.CourseAdmin.kept_because", lambda *_: None)
    give(member.user, course, at=timezone.now())
    answer = admin_client.post(address(course, "delete"), {"post": "yes"}, follow=True)
    assert answer.status_code == 200
    assert is_there(course)


@pytest.mark.parametrize(
    ("form", "prefix"), [("session plan", "plans"), ("Pro plan", "plans")], ids=["session plan", "Pro plan"]
)
def test_a_plan_that_was_bought_is_not_removed(
    admin_client: Client, member: Person, form: str, prefix: str
) -> None:
    if form == "session plan":
        plan = SessionPlanFactory()
        booked(member.user, session=SessionFactory(program=plan.program), by=plan)
        page, reason = address(plan.program), "Sessions were sold by this plan, so it cannot be removed."
    else:
        plan = PlanFactory()
        subscribed(member.user, plan)
        page, reason = address(plan.section), "1 person bought this. Take it off offer instead."
    answer = admin_client.post(page, {**opened(admin_client, page), f"{prefix}-0-DELETE": ["on"]})

    assert f"{plan}: {reason}" in answer.content.decode().replace("&#x27;", "'")
    assert is_there(plan)


def test_a_plan_that_nobody_bought_is_removed(admin_client: Client) -> None:
    plan = SessionPlanFactory()
    page = address(plan.program)
    answer = admin_client.post(page, {**opened(admin_client, page), "plans-0-DELETE": ["on"]})
    assert answer.status_code == 302
    assert not is_there(plan)


# --- the parts of a course --------------------------------------------------------------------------


@pytest.mark.parametrize("removed", ["chapters-0-DELETE", "topics-0-DELETE"])
def test_the_curriculum_of_an_owned_course_loses_nothing(
    admin_client: Client, member: Person, removed: str
) -> None:
    topic = TopicFactory()
    course = topic.chapter.course
    give(member.user, course, at=timezone.now())
    page = f"/admin/catalog/course/{course.pk}/curriculum/"
    answer = admin_client.post(
        page, {**opened(admin_client, page), removed: ["on"], "topics-0-chapter_row": [""]}
    )

    assert answer.status_code == 200
    assert is_there(topic)


def test_the_curriculum_says_who_owns_the_course(admin_client: Client, member: Person) -> None:
    topic = TopicFactory()
    give(member.user, topic.chapter.course, at=timezone.now())
    page = f"/admin/catalog/course/{topic.chapter.course_id}/curriculum/"
    answer = admin_client.post(page, {**opened(admin_client, page), "topics-0-DELETE": ["on"]})
    assert (
        "1 person owns this. Chapters and topics cannot be removed from it: change, move or rename them."
    ) in answer.content.decode()


def test_a_topic_of_an_owned_course_has_no_delete(admin_client: Client, member: Person) -> None:
    topic = TopicFactory()
    give(member.user, topic.chapter.course, at=timezone.now())
    answer = admin_client.post(address(topic, "delete"), {"post": "yes"}, follow=True)
    assert told(answer) == [f"{topic}: 1 person owns this. It cannot be deleted from its course."]
    assert is_there(topic)


def test_no_service_and_no_query_removes_a_part_of_an_owned_course(member: Person) -> None:
    captions = AssetFactory(kind=AssetKind.CAPTIONS)
    topic = TopicFactory()
    topic.captions.add(captions)
    course = topic.chapter.course
    give(member.user, course, at=timezone.now())
    with pytest.raises(curriculum.Owned):
        curriculum.arrange(course_id=course.pk, plans=[], edited={}, removed_topics=[topic.pk])
    for rows in (Topic.objects.all(), Chapter.objects.all(), Course.objects.all()):
        with pytest.raises(ProtectedError):
            rows.delete()
    with pytest.raises(ProtectedError):
        Asset.objects.filter(pk=captions.pk).delete()
    assert is_there(topic)
    assert topic.captions.get() == captions


# --- the database -----------------------------------------------------------------------------------


def test_sql_does_not_delete_a_course_that_somebody_owns(member: Person) -> None:
    mine, free = a_course(member.user), CourseFactory(taught_by=[])
    _delete_by_sql(free, "catalog_searchdocument")
    assert not is_there(free)
    with pytest.raises(IntegrityError):
        _delete_by_sql(mine, "catalog_searchdocument")
    assert is_there(mine)


@pytest.mark.parametrize("kind", ["webinar", "mentorship", "session", "program", "Pro section"])
def test_sql_does_not_delete_what_somebody_booked(member: Person, kind: str) -> None:
    row, _ = owned(kind, member)
    with pytest.raises(IntegrityError):
        _delete_by_sql(row)
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
        _delete_by_sql(plan)
    assert is_there(plan)


def _delete_by_sql(row: models.Model, *parts: str) -> None:
    key = row._meta.pk.get_db_prep_value(row.pk, connection)  # type: ignore[union-attr]
    with transaction.atomic(), connection.cursor() as cursor:
        for part in parts:
            cursor.execute(SQL_DELETE.format(table=part, column=f"{row._meta.model_name}_id"), [key])
        cursor.execute(SQL_DELETE.format(table=row._meta.db_table, column="id"), [key])


# --- who owns ---------------------------------------------------------------------------------------


def test_whoever_pays_for_a_course_owns_it(shop: Shop, member: Person) -> None:
    course = course_at(499_00)
    shop.bought(member.api, course)
    assert list(CourseOwner.objects.values_list("course", "person")) == [(course.pk, member.user.pk)]


def test_whoever_takes_a_free_course_owns_it(member: Person) -> None:
    course = course_at(0)
    for _ in range(2):
        member.api.post("/api/course/bookfreecourseV1", {"id": str(course.pk)})
    assert list(CourseOwner.objects.values_list("course", "person")) == [(course.pk, member.user.pk)]


def test_an_entitlement_to_nothing_has_no_owner(member: Person) -> None:
    Entitlement.objects.create(
        person=member.user,
        scope=Scope.COURSE,
        item_id=new_id(),
        source=Source.STAFF,
        label="A typing error",
        starts_at=timezone.now(),
    )
    assert not CourseOwner.objects.exists()


def test_a_course_that_was_deleted_while_somebody_paid_is_refunded(shop: Shop, member: Person) -> None:
    course = course_at(499_00)
    enrolled = shop.enrolled(member.api, course)
    course.delete()
    shop.confirm(member.api, enrolled["razorPayOrderId"])
    assert not Entitlement.objects.exists()
    assert Refund.objects.count() == Order.objects.count() == 1


def test_seats_name_the_plan_that_they_were_sold_by(member: Person, shop: Shop) -> None:
    program = LiveTradingFactory()
    start = timezone.now() + timedelta(days=3)
    sessions = [SessionFactory(program=program, starts_at=start + timedelta(hours=3 * n)) for n in range(5)]
    for count in (1, 5):
        SessionPlanFactory(
            program=program, num_of_sessions=count, actual_price_paise=499_00, discounted_price_paise=399_00
        )
    chosen = {"sessionIds": [str(session.pk) for session in sessions]}
    cart = member.api.post("/api/learning/sessions/cart", chosen).json()["data"]
    assert member.api.post("/api/learning/sessions/enroll", {"id": cart["_id"]}).status_code == 200
    assert set(Booking.objects.values_list("plan__num_of_sessions", flat=True)) == {5}


def test_what_was_bought_before_is_filled_in(member: Person) -> None:
    course = a_course(member.user)
    plan = SessionPlanFactory(num_of_sessions=2)
    SessionPlanFactory(program=plan.program, num_of_sessions=5)
    now = timezone.now()
    for hours in range(3):
        starts_at = now + timedelta(days=1, hours=3 * hours)
        booked(member.user, session=SessionFactory(program=plan.program, starts_at=starts_at))
    Booking.objects.update(made_at=now)
    CourseOwner.objects.all().delete()
    importlib.import_module("apps.catalog.migrations.0011_fill_course_owners").fill(apps, None)
    importlib.import_module("apps.live.migrations.0008_fill_plan_of_a_booking").fill(apps, None)

    assert list(CourseOwner.objects.values_list("course", "person")) == [(course.pk, member.user.pk)]
    assert set(Booking.objects.values_list("plan", flat=True)) == {plan.pk}


# --- archived ---------------------------------------------------------------------------------------

PAGES = {
    "course": ("/api/course/users/{0.pk}", "/api/course/booked/V1/course"),
    "webinar": ("/api/learning/webwebinarV1/{0.weburlname}", "/api/learning/bookedwebinarV1"),
    "mentorship": ("/api/mentorship/users/{0.pk}", "/api/mentorship/booked/mentorshipV1"),
    "program": ("/api/learning/user/liveotp/web/{0.pk}", "/api/learning/session-user"),
}


@pytest.mark.parametrize("kind", PAGES)
def test_what_is_archived_stays_with_its_owners_alone(
    admin_client: Client, member: Person, other_member: Person, api: Any, kind: str
) -> None:
    row, _ = owned(kind, member)
    page, mine = (path.format(row) for path in PAGES[kind])
    archive = address(row).replace("/change/", "/archive/")
    answer = admin_client.post(archive, {"to": "archived"}, follow=True)

    assert told(answer) == ["Archived: it is not listed or sold."]
    assert "Restore" in answer.content.decode()
    assert api.get(page).status_code == other_member.api.get(page).status_code == 404
    assert member.api.get(page).status_code == 200
    assert member.api.get(mine).json()["totalCount"] == 1
    assert row.weburlname not in api.get("/sitemap.xml").content.decode()

    answer = admin_client.post(archive, {"to": "restored"}, follow=True)
    assert told(answer) == ["Restored: it is listed and sold again."]
    assert api.get(page).status_code == 200


def test_an_archived_course_still_plays_for_its_owner(admin_client: Client, member: Person, api: Any) -> None:
    topic = TopicFactory()
    course = topic.chapter.course
    give(member.user, course, at=timezone.now())
    admin_client.post(address(course).replace("/change/", "/archive/"), {"to": "archived"})
    assert member.api.get(topic_path(topic)).status_code == 200
    assert api.post("/api/course/mobile", {}).json()["totalCount"] == 0
    assert course.weburlname not in api.get(f"/api/search?q={course.title}").content.decode()
    refused = member.api.post("/api/course/cartCourseV1", {"id": str(course.pk)})
    assert refused.status_code == 404


def test_a_section_is_not_restored_beside_another(admin_client: Client, member: Person) -> None:
    section = a_pro_section(member.user)
    archive = address(section).replace("/change/", "/archive/")
    admin_client.post(archive, {"to": "archived"}, follow=True)
    ProSectionFactory()
    answer = admin_client.post(archive, {"to": "restored"}, follow=True)
    assert told(answer) == [f"{section}: Another one is published. Archive that one first."]


def test_whoever_may_not_change_a_course_may_not_archive_it(client: Client, member: Person) -> None:
    course = a_course(member.user)
    archive = address(course).replace("/change/", "/archive/")
    assert client.post(archive, {"to": "archived"}).status_code == 302
    course.refresh_from_db()
    assert course.is_published


def test_archiving_is_not_done_by_a_link(admin_client: Client, member: Person) -> None:
    archive = address(a_course(member.user)).replace("/change/", "/archive/")
    assert admin_client.get(archive).status_code == 405
