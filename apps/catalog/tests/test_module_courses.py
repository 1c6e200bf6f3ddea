import pytest
from django.utils import timezone

from apps.catalog.models import ModuleCourse
from apps.catalog.services import demo_courses
from apps.catalog.tests.access_helpers import give_access
from apps.catalog.tests.factories import CourseFactory
from apps.content.services import demo_academy, demo_instructors
from apps.content.tests.factories import AcademyModuleFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def chosen():
    module = AcademyModuleFactory(weburlname="charts")
    return ModuleCourse.objects.create(module=module, course=CourseFactory())


def titles(api, key="charts"):
    answer = api.get(f"/api/course/after/{key}")
    assert answer.status_code == 200
    return [course["title"] for course in answer.json()["courses"]]


def test_the_course_that_staff_chose_has_its_card(api, chosen):
    [card] = api.get("/api/course/after/charts").json()["courses"]
    [listed] = api.post("/api/course/mobile", {}).json()["courses"]

    assert card == listed
    assert titles(api, str(chosen.module_id)) == [chosen.course.title]


def test_without_a_choice_or_module_there_is_none(api, chosen):
    AcademyModuleFactory(weburlname="risk")

    assert titles(api, "risk") == titles(api, "none") == []


def test_a_draft_is_not_shown(api, chosen, committed):
    assert titles(api) == [chosen.course.title]
    with committed():
        chosen.course.is_published = False
        chosen.course.save()

    assert titles(api) == []


def test_another_choice_shows_immediately(api, chosen, committed):
    assert titles(api) == [chosen.course.title]
    with committed():
        chosen.course = CourseFactory()
        chosen.save()

    assert titles(api) == [chosen.course.title]


def test_an_owner_sees_that_they_have_it(member, chosen):
    give_access(member.user, chosen.course, at=timezone.now())

    [card] = member.api.get("/api/course/after/charts").json()["courses"]

    assert card["isPurchased"] is True


def test_the_demo_has_one_after_each_module():
    now = timezone.now()
    for seed in (demo_academy.seed, demo_instructors.seed, demo_courses.seed, demo_courses.seed):
        seed(now)

    assert ModuleCourse.objects.filter(course__is_published=True).count() == 3
