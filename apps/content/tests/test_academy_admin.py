import pytest

from apps.content.models import AcademyChapter, AcademyModule
from apps.content.selectors import academy
from apps.content.tests.factories import AcademyChapterFactory, AcademyModuleFactory

pytestmark = pytest.mark.django_db

CHAPTERS = "/admin/content/academychapter/"


@pytest.fixture
def desk(admin_client):
    return admin_client


@pytest.fixture
def admin_user(staff):
    return staff.user


def form(module, **changed):
    return {
        "module": module.pk,
        "title": "Shares",
        "weburlname": "shares",
        "summary": "Parts of a company.",
        "text": "A share.",
        "position": 1,
        "is_published": "on",
        "published_at_0": "2026-11-21",
        "published_at_1": "09:30:00",
        **changed,
    }


def test_a_module_is_added(desk):
    fields = {"title": "Market", "weburlname": "market", "summary": "All of it.", "position": 1}

    assert desk.post("/admin/content/academymodule/add/", fields).status_code == 302
    assert AcademyModule.objects.get().is_published is False


def test_a_chapter_is_added_and_seen_at_once(desk, committed):
    module = AcademyModuleFactory()
    assert academy.modules(person=None) == []

    with committed():
        assert desk.post(f"{CHAPTERS}add/", form(module)).status_code == 302

    assert academy.modules(person=None)[0]["chapters"][0]["title"] == "Shares"


def test_a_chapter_with_an_unknown_figure_is_not_saved(desk):
    answer = desk.post(f"{CHAPTERS}add/", form(AcademyModuleFactory(), text="[figure: nothing]"))

    assert answer.status_code == 200
    assert "There is no figure &#x27;nothing&#x27;" in answer.content.decode()
    assert not AcademyChapter.objects.exists()


def test_the_form_names_the_figures_and_has_a_preview(desk):
    chapter = AcademyChapterFactory()

    page = desk.get(f"{CHAPTERS}{chapter.pk}/change/").content.decode()

    assert "The drawings are: ownership, settlement," in page
    assert f'formaction="{CHAPTERS}preview/" formtarget="_blank"' in page


def test_the_list_is_found_filtered_and_ordered(desk):
    AcademyChapterFactory(title="Candles")
    AcademyChapterFactory(title="Bid and offer", is_published=False)

    page = desk.get(f"{CHAPTERS}?q=candles&is_published__exact=1").content.decode()

    assert "Candles" in page
    assert "Bid and offer" not in page


@pytest.mark.parametrize("count", [1, 50])
def test_the_list_takes_as_many_queries_for_one_as_for_fifty(desk, count, django_assert_max_num_queries):
    AcademyChapterFactory.create_batch(count, module=AcademyModuleFactory())

    with django_assert_max_num_queries(14):
        assert desk.get(CHAPTERS).status_code == 200


class TestPreview:
    def test_it_shows_what_is_in_the_form_and_saves_nothing(self, desk):
        fields = {"title": "Shares", "summary": "Parts", "text": "## One\n\n[figure: ownership]"}

        page = desk.post(f"{CHAPTERS}preview/", fields).content.decode()

        assert "<h2>One</h2>" in page
        assert 'aria-label="A bar stands for all' in page
        assert "1 words" in page
        assert not AcademyChapter.objects.exists()

    def test_it_says_what_is_wrong(self, desk):
        page = desk.post(f"{CHAPTERS}preview/", {"text": "[formula: (a]"}).content.decode()

        assert "a parenthesis is not closed" in page

    def test_it_is_as_harmless_as_the_page(self, desk):
        fields = {"title": "<script>steal()</script>", "text": "<script>steal()</script><p onclick=steal()>x"}

        page = desk.post(f"{CHAPTERS}preview/", fields).content.decode()

        assert "<script>steal" not in page
        assert "onclick" not in page

    def test_it_takes_a_form_and_staff_with_the_right(self, desk, member, client):
        assert desk.get(f"{CHAPTERS}preview/").status_code == 405
        client.force_login(member.user)
        assert client.post(f"{CHAPTERS}preview/", {"text": "x"}).status_code == 302
