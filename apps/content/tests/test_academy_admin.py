import pytest

from apps.content.models import AcademyChapter, AcademyModule, ChapterQuestion
from apps.content.selectors import academy
from apps.content.tests.factories import AcademyChapterFactory, AcademyModuleFactory

pytestmark = pytest.mark.django_db

CHAPTERS = "/admin/content/academychapter/"


def form(module, **changes):
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
        "questions-TOTAL_FORMS": 0,
        "questions-INITIAL_FORMS": 0,
        **changes,
    }


def test_module_is_added(admin_client):
    fields = {"title": "Market", "weburlname": "market", "summary": "All of it.", "position": 1}

    assert admin_client.post("/admin/content/academymodule/add/", fields).status_code == 302
    assert AcademyModule.objects.get().is_published is False


def test_added_chapter_is_served_without_delay(admin_client, committed):
    module = AcademyModuleFactory()
    assert academy.modules(person=None) == []

    with committed():
        assert admin_client.post(f"{CHAPTERS}add/", form(module)).status_code == 302

    assert academy.modules(person=None)[0]["chapters"][0]["title"] == "Shares"


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"summary": "High returns for everybody."}, "Promise of return in &#x27;summary&#x27;"),
        ({"title": "The best of shares"}, "Superlative in &#x27;title&#x27;"),
        ({"text": "Guaranteed returns are a warning sign."}, ""),
        ({"text": "We have guaranteed returns."}, "Promise of return in &#x27;text&#x27;"),
        ({"summary": "High returns for everybody.", "is_published": ""}, ""),
    ],
)
def test_a_claim_in_what_everybody_reads_of_a_chapter_is_quoted(admin_client, changes, found):
    answer = admin_client.post(f"{CHAPTERS}add/", form(AcademyModuleFactory(), **changes), follow=True)

    assert AcademyChapter.objects.count() == 1
    shown = answer.content.decode()
    assert ("the advertisement code restricts it" in shown) == bool(found)
    assert found in shown


def test_chapter_with_unknown_figure_is_not_saved(admin_client):
    answer = admin_client.post(f"{CHAPTERS}add/", form(AcademyModuleFactory(), text="[figure: nothing]"))

    assert answer.status_code == 200
    assert "There is no figure &#x27;nothing&#x27;" in answer.content.decode()
    assert not AcademyChapter.objects.exists()


def test_form_lists_figures_and_has_preview(admin_client):
    chapter = AcademyChapterFactory()

    page = admin_client.get(f"{CHAPTERS}{chapter.pk}/change/").content.decode()

    assert "Available drawings: ownership, settlement," in page
    assert f'formaction="{CHAPTERS}preview/" formtarget="_blank"' in page


def test_list_can_be_searched_and_filtered(admin_client):
    AcademyChapterFactory(title="Candles")
    AcademyChapterFactory(title="Bid and offer", is_published=False)

    page = admin_client.get(f"{CHAPTERS}?q=candles&is_published__exact=1").content.decode()

    assert "Candles" in page
    assert "Bid and offer" not in page


@pytest.mark.parametrize("count", [1, 50])
def test_list_has_constant_query_count(admin_client, count, django_assert_max_num_queries):
    AcademyChapterFactory.create_batch(count, module=AcademyModuleFactory())

    with django_assert_max_num_queries(14):
        assert admin_client.get(CHAPTERS).status_code == 200


class TestPreview:
    def test_it_renders_the_form_and_saves_nothing(self, admin_client):
        fields = {"title": "Shares", "summary": "Parts", "text": "## One\n\n[figure: ownership]"}

        page = admin_client.post(f"{CHAPTERS}preview/", fields).content.decode()

        assert "<h2>One</h2>" in page
        assert 'aria-label="A bar stands for all' in page
        assert "1 word." in page
        assert not AcademyChapter.objects.exists()

    def test_it_shows_errors(self, admin_client):
        page = admin_client.post(f"{CHAPTERS}preview/", {"text": "[formula: (a]"}).content.decode()

        assert "a parenthesis is not closed" in page

    def test_it_ends_where_no_text_could_be_longer(self, admin_client):
        page = admin_client.post(f"{CHAPTERS}preview/", {"text": "a" * 60_001}).content.decode()

        assert "A text has at most 60,000 characters. The preview ends there." in page
        assert page.count("a" * 60_000) == 1
        assert "a" * 60_001 not in page

    def test_it_is_sanitised(self, admin_client):
        fields = {"title": "<script>steal()</script>", "text": "<script>steal()</script><p onclick=steal()>x"}

        page = admin_client.post(f"{CHAPTERS}preview/", fields).content.decode()

        assert "<script>steal" not in page
        assert "onclick" not in page

    def test_it_is_post_only_and_for_staff(self, admin_client, member, client):
        assert admin_client.get(f"{CHAPTERS}preview/").status_code == 405
        client.force_login(member.user)
        assert client.post(f"{CHAPTERS}preview/", {"text": "x"}).status_code == 302


def test_questions_are_added_with_their_chapter(admin_client, committed):
    module = AcademyModuleFactory()
    question = {
        "text": "Why?",
        "options": "So\nNot so",
        "right_option": 2,
        "explanation": "So.",
        "position": 1,
    }
    fields = {f"questions-0-{name}": value for name, value in question.items()}

    with committed():
        answer = admin_client.post(f"{CHAPTERS}add/", form(module, **{**fields, "questions-TOTAL_FORMS": 1}))

    assert answer.status_code == 302
    row = ChapterQuestion.objects.get()
    assert (row.options, row.right_option) == (["So", "Not so"], 2)
    wrong = {**fields, "questions-0-right_option": 3, "questions-TOTAL_FORMS": 1, "weburlname": "other"}
    page = admin_client.post(f"{CHAPTERS}add/", form(module, **wrong)).content.decode()
    assert "There is no option with this number." in page
