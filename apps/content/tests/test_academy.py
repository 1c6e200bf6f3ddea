from datetime import UTC, datetime

import pytest
import time_machine
from django.db import IntegrityError, transaction

from apps.accounts import personal_data
from apps.content.models import AcademyChapter, ChapterRead
from apps.content.selectors import academy
from apps.content.tests.factories import AcademyChapterFactory, AcademyModuleFactory

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@pytest.fixture
def academy_chapters():
    """Two modules, with two chapters and one."""
    second = AcademyModuleFactory(title="Charts", weburlname="charts", position=2)
    first = AcademyModuleFactory(title="Market", weburlname="market", position=1)
    return [
        AcademyChapterFactory(module=first, title="Orders", weburlname="orders", position=2),
        AcademyChapterFactory(module=first, title="Shares", weburlname="shares", position=1),
        AcademyChapterFactory(module=second, title="Candles", weburlname="candles", position=1),
    ]


def titles(answer):
    return [
        (module["title"], [chapter["title"] for chapter in module["chapters"]])
        for module in answer["data"]["modules"]
    ]


def test_modules_and_chapters_are_in_order(api, academy_chapters):
    answer = api.get("/api/academy")

    assert answer.status_code == 200
    assert titles(answer.json()) == [("Market", ["Shares", "Orders"]), ("Charts", ["Candles"])]


def test_chapter_in_list_is_complete(api):
    chapter = AcademyChapterFactory(title="Shares", weburlname="shares", summary="Parts.", text="word " * 401)

    [module] = api.get("/api/academy").json()["data"]["modules"]

    assert module["chapters"] == [
        {
            "_id": str(chapter.pk),
            "title": "Shares",
            "weburlname": "shares",
            "summary": "Parts.",
            "readingMinutes": 3,
            "isRead": False,
        }
    ]


def test_unpublished_is_hidden(api, academy_chapters):
    AcademyChapter.objects.filter(weburlname="orders").update(is_published=False)
    AcademyChapter.objects.get(weburlname="candles").module.delete()
    AcademyChapterFactory(module__is_published=False, module__weburlname="hidden", weburlname="draft")
    AcademyModuleFactory(title="Empty")

    assert titles(api.get("/api/academy").json()) == [("Market", ["Shares"])]
    assert api.get("/api/academy/market/orders").status_code == 404
    assert api.get("/api/academy/hidden/draft").status_code == 404


def test_chapter_has_content_and_neighbours(api, academy_chapters):
    with time_machine.travel(NOW, tick=False):
        AcademyChapter.objects.get(weburlname="orders").save()

    data = api.get("/api/academy/market/orders").json()["data"]

    assert data["contents"] == ["First"]
    assert data["html"] == '<h2 id="part-1">First</h2>\n<p>A share is a part.</p>\n'
    assert data["updatedAt"] == "2026-11-21T09:30:00Z"
    assert data["module"]["title"] == "Market"
    assert [line["title"] for line in data["module"]["chapters"]] == ["Shares", "Orders"]
    assert data["previous"] == {
        "title": "Shares",
        "weburlname": "shares",
        "moduleTitle": "Market",
        "moduleWeburlname": "market",
    }
    assert data["next"]["title"] == "Candles"
    assert data["next"]["moduleWeburlname"] == "charts"


def test_first_and_last_chapter_have_one_neighbour(api, academy_chapters):
    assert api.get("/api/academy/market/shares").json()["data"]["previous"] is None
    assert api.get("/api/academy/charts/candles").json()["data"]["next"] is None


def test_chapter_is_found_by_id(api, academy_chapters):
    chapter = academy_chapters[0]

    found = api.get(f"/api/academy/{chapter.module_id}/{chapter.pk}/")

    assert found.json()["data"]["title"] == "Orders"


@pytest.mark.parametrize(
    "path",
    ["market/none", "charts/orders", "market/00000000-0000-0000-0000-000000000000", "%00/x", "market/%27"],
)
def test_unknown_chapters_are_404(api, academy_chapters, path):
    answer = api.get(f"/api/academy/{path}")

    assert answer.status_code == 404
    assert answer.json()["code"] == "chapter_unknown"


def test_saving_invalidates_the_cached_chapter(api, academy_chapters, committed):
    api.get("/api/academy/market/orders")
    with committed():
        chapter = academy_chapters[0]
        chapter.text = "New words."
        chapter.save()

    assert api.get("/api/academy/market/orders").json()["data"]["html"] == "<p>New words.</p>\n"


def test_etag_is_for_visitors_only(api, member, academy_chapters):
    for path in ("/api/academy", "/api/academy/market/orders"):
        tag = api.get(path)["ETag"]
        assert api.get(path, headers={"If-None-Match": tag}).status_code == 304
        seen = member.api.get(path, headers={"If-None-Match": tag})
        assert (seen.status_code, seen["Cache-Control"]) == (200, "private, no-store")


@pytest.mark.parametrize("count", [1, 50])
def test_list_has_constant_query_count(api, member, count, django_assert_num_queries):
    for _ in range(count):
        AcademyChapterFactory.create_batch(1)
    with django_assert_num_queries(2):
        assert len(api.get("/api/academy").json()["data"]["modules"]) == count
    with django_assert_num_queries(0):
        api.get("/api/academy")
    with django_assert_num_queries(2):  # session with person, chapters read
        member.api.get("/api/academy")


@pytest.mark.parametrize("count", [1, 50])
def test_chapter_has_constant_query_count(api, count, django_assert_num_queries):
    module = AcademyModuleFactory(weburlname="m")
    AcademyChapterFactory.create_batch(count, module=module)
    first = AcademyChapter.objects.order_by("position").first()

    with django_assert_num_queries(5):
        assert api.get(f"/api/academy/m/{first.weburlname}").status_code == 200


class TestReading:
    PATH = "/api/academy/market/orders/read"

    def test_member_marks_a_chapter_read(self, member, other_member, academy_chapters):
        with time_machine.travel(NOW, tick=False):
            answer = member.api.post(self.PATH)

        assert answer.status_code == 200
        assert answer.json()["data"] == {"_id": str(academy_chapters[0].pk), "isRead": True}
        row = ChapterRead.objects.get()
        assert (row.person, row.chapter, row.read_at) == (member.user, academy_chapters[0], NOW)
        assert member.api.get("/api/academy/market/orders").json()["data"]["isRead"] is True
        assert other_member.api.get("/api/academy/market/orders").json()["data"]["isRead"] is False

    def test_read_flag_is_in_all_lists_of_that_member_only(self, api, member, academy_chapters):
        api.get("/api/academy")
        member.api.post(self.PATH)

        def read(client):
            modules = client.get("/api/academy").json()["data"]["modules"]
            return [line["title"] for module in modules for line in module["chapters"] if line["isRead"]]

        assert read(member.api) == ["Orders"]
        assert read(api) == []
        beside = member.api.get("/api/academy/charts/candles").json()["data"]
        assert beside["isRead"] is False
        shares = member.api.get("/api/academy/market/shares").json()["data"]
        assert [line["isRead"] for line in shares["module"]["chapters"]] == [False, True]

    def test_marking_twice_keeps_the_first_time(self, member, academy_chapters):
        with time_machine.travel(NOW, tick=False):
            member.api.post(self.PATH)
        assert member.api.post(self.PATH).status_code == 200

        assert ChapterRead.objects.get().read_at == NOW

    def test_visitor_gets_401(self, api, academy_chapters):
        assert api.post(self.PATH).status_code == 401
        assert not ChapterRead.objects.exists()

    def test_draft_cannot_be_marked_read(self, member, academy_chapters):
        AcademyChapter.objects.filter(weburlname="orders").update(is_published=False)

        assert member.api.post(self.PATH).status_code == 404
        assert not ChapterRead.objects.exists()

    def test_chapters_read_are_exported_and_erased(self, member, academy_chapters):
        with time_machine.travel(NOW, tick=False):
            member.api.post(self.PATH)

        assert personal_data.export(person=member.user)["academy"] == [
            {"chapter": "Orders", "at": "2026-11-21T09:30:00Z"}
        ]
        with transaction.atomic():
            personal_data.erase(person=member.user, at=NOW)
        assert not ChapterRead.objects.exists()


def test_slug_is_unique_within_a_module(academy_chapters):
    with pytest.raises(IntegrityError), transaction.atomic():
        AcademyChapterFactory(module=academy_chapters[0].module, weburlname="orders")
    AcademyChapterFactory(module=academy_chapters[2].module, weburlname="orders")


def test_addresses_list_published_chapters_with_their_last_change(academy_chapters):
    with time_machine.travel(NOW, tick=False):
        academy_chapters[0].save()
    AcademyChapterFactory(is_published=False)
    AcademyChapterFactory(module__is_published=False)

    found = academy.addresses()

    assert [path for path, _ in found] == [
        "/academy/market/shares",
        "/academy/market/orders",
        "/academy/charts/candles",
    ]
    assert dict(found)["/academy/market/orders"] == NOW
