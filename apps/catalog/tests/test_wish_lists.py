"""Wish lists: adding, removing, limits, and courses that go away."""

from datetime import UTC, datetime, timedelta

import pytest

from apps.accounts import personal_data
from apps.catalog.models import Course, WishListItem
from apps.catalog.services import wish_lists
from apps.catalog.tests.access_helpers import give_access
from apps.catalog.tests.factories import CourseFactory
from apps.core.testing.parallel import in_parallel
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
LIST = "/api/course/wish-list"


def wished(person):
    return person.api.get(LIST).json()


def add(person, course):
    return person.api.put(f"{LIST}/{getattr(course, 'pk', course)}")


def test_courses_are_added_by_id_or_slug_and_listed_newest_first(api, member, clock):
    first, second = CourseFactory(title="Candles"), CourseFactory(title="Averages")
    assert wished(member) == {"data": [], "totalCount": 0}

    added = add(member, first)
    clock.shift(timedelta(minutes=1))
    add(member, second.weburlname)

    assert (added.status_code, added.json()) == (200, {"message": "Saved to your wish list."})
    assert_matches_schema(added.json(), path="course/wish-list/{key}", method="put")
    found = wished(member)
    assert_matches_schema(found, path="course/wish-list", method="get")
    assert found["totalCount"] == 2
    listed = {card["_id"]: card for card in api.post("/api/course/mobile", {}).json()["courses"]}
    assert found["data"] == [listed[str(second.pk)], listed[str(first.pk)]]


def test_a_course_says_whether_it_is_wished(member, other_member):
    course = CourseFactory()
    states = [member.api.get(f"{LIST}/{course.pk}").json()]
    add(member, course)
    states += [person.api.get(f"{LIST}/{course.weburlname}").json() for person in (member, other_member)]

    assert [state["data"]["isWished"] for state in states] == [False, True, False]
    assert_matches_schema(states[0], path="course/wish-list/{key}", method="get")


def test_adding_twice_and_removing_twice_change_nothing(member):
    course = CourseFactory()

    assert [add(member, course).status_code for _ in range(2)] == [200, 200]
    assert WishListItem.objects.count() == 1
    removed = [member.api.delete(f"{LIST}/{course.pk}") for _ in range(2)]
    assert [answer.json() for answer in removed] == [{"message": "Removed from your wish list."}] * 2
    assert not WishListItem.objects.exists()


def test_lists_are_separate(member, other_member):
    course = CourseFactory()
    add(member, course)

    other_member.api.delete(f"{LIST}/{course.pk}")

    assert wished(other_member)["totalCount"] == 0
    assert wished(member)["totalCount"] == 1


def test_a_purchased_course_is_marked(member):
    course = CourseFactory()
    give_access(member.user, course, at=NOW)
    add(member, course)

    assert wished(member)["data"][0]["isPurchased"] is True


def test_an_unpublished_course_is_neither_listed_nor_added_but_can_be_removed(member):
    course = CourseFactory()
    add(member, course)
    Course.objects.filter(pk=course.pk).update(is_published=False)

    assert wished(member)["totalCount"] == 0
    assert add(member, course).status_code == 404
    member.api.delete(f"{LIST}/{course.pk}")
    assert not WishListItem.objects.exists()


@pytest.mark.parametrize("key", ["none", "01a1fe8e-f948-71a9-8d06-1349e41c6bd6", "%00", "x" * 500, "अ"])
def test_unknown_courses(member, key):
    assert add(member, key).status_code == 404
    assert member.api.delete(f"{LIST}/{key}").status_code == 200


def test_a_hundred_courses_are_enough_and_take_as_many_queries_as_one(member, django_assert_num_queries):
    courses = CourseFactory.create_batch(wish_lists.MAX_COURSES + 1)
    add(member, courses[0])
    wished(member)
    with django_assert_num_queries(3):
        assert wished(member)["totalCount"] == 1
    for course in courses[1:-1]:
        add(member, course)

    refused = add(member, courses[-1])

    assert refused.status_code == 409
    assert refused.json() == {
        "code": "too_many_wishes",
        "message": "Your wish list already has 100 courses. Remove one to add another.",
    }
    assert add(member, courses[0]).status_code == 200
    with django_assert_num_queries(3):
        assert wished(member)["totalCount"] == wish_lists.MAX_COURSES


def test_courses_that_were_unpublished_take_no_room(member, monkeypatch):
    monkeypatch.setattr(wish_lists, "MAX_COURSES", 2)
    hidden, shown, third, fourth = CourseFactory.create_batch(4)
    add(member, hidden)
    add(member, shown)
    hidden.is_published = False
    hidden.save()

    assert add(member, third).status_code == 200
    assert wished(member)["totalCount"] == 2
    assert add(member, fourth).status_code == 409


def test_export_and_erasure_know_the_wish_list(member, other_member, committed):
    course = CourseFactory(title="Candles")
    add(member, course)
    add(other_member, course)

    assert personal_data.export(person=member.user)["wishList"] == [
        {"course": "Candles", "at": "2026-11-21T09:30:00Z"}
    ]
    with committed():
        personal_data.erase(person=member.user, at=NOW)

    assert list(WishListItem.objects.values_list("person", flat=True)) == [other_member.user.pk]


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_concurrent_wishes_stay_within_the_limit(member, monkeypatch):
    monkeypatch.setattr(wish_lists, "MAX_COURSES", 3)
    courses = CourseFactory.create_batch(6)

    in_parallel(
        lambda number: wish_lists.add(person=member.user, course_key=str(courses[number].pk), at=NOW),
        times=6,
    )

    assert WishListItem.objects.count() == 3


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_one_course_wished_concurrently_is_one_wish(member):
    course = CourseFactory()

    done = in_parallel(
        lambda _: wish_lists.add(person=member.user, course_key=str(course.pk), at=NOW), times=5
    )

    assert done == [None] * 5
    assert WishListItem.objects.count() == 1
