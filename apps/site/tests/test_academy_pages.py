"""The academy's server-rendered pages."""

from datetime import UTC, datetime

import pytest

from apps.content.tests.factories import AcademyChapterFactory, AcademyModuleFactory, GlossaryTermFactory
from apps.core.testing.pages import get_page

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
PATH = "/academy/market/orders"


@pytest.fixture
def book():
    market = AcademyModuleFactory(title="Market", weburlname="market", summary="All of it.")
    return [
        AcademyChapterFactory(module=market, title="Shares", weburlname="shares"),
        AcademyChapterFactory(
            module=market,
            title="Orders",
            weburlname="orders",
            summary="What an order promises.",
            text="A *limit*.\n\n[figure: order-book]\n\n[formula: a = b / c]",
        ),
    ]


def test_the_academy_lists_its_chapters(client, book):
    page = get_page(client, "/academy")

    assert [heading.text for heading in page.main.all("h2")] == ["Market"]
    assert [url for url in page.main.urls if url.startswith("/academy/")] == [
        "/academy/glossary",
        "/academy/market/shares",
        "/academy/market/orders",
    ]
    assert "chapters read" not in page.text
    assert page.answers == [[["academy", "modules"], client.get("/api/academy").json()]]


def test_an_academy_without_chapters_says_so(client):
    page = get_page(client, "/academy")

    assert "Chapters are coming soon." in page.main.text
    assert page.structured[0]["mainEntity"]["numberOfItems"] == 0


def test_a_chapter_is_there_to_read(client, book):
    page = get_page(client, PATH)

    assert page.heading == "Orders"
    assert "A limit." in page.main.text
    [figure] = page.main.all(role="img")
    assert figure.attributes["aria-label"].startswith("Six price levels.")
    assert page.main.all("mfrac")
    assert "Chapter 2 of 2 · 1 min read" in page.main.text
    assert "Last updated on Sat, 21 Nov 2026." in page.main.text
    assert [link.attributes["href"] for link in page.main.all("a", rel="prev")] == ["/academy/market/shares"]
    assert page.main.all("a", rel="next") == []
    assert page.answers == [
        [["academy", "chapter", "market", "orders"], client.get(f"/api{PATH}").json()],
        [["catalog", "after", "market"], {"courses": []}],
    ]


def test_the_head_describes_it_to_those_it_is_shared_with(client, book, settings):
    settings.SITE_URL = "https://www.example.in"
    page = get_page(client, f"/academy/{book[1].module_id}/{book[1].pk}")

    assert page.title == "Orders · Rally"
    assert page.meta("description") == "What an order promises."
    assert page.canonical == f"https://www.example.in{PATH}"


def test_structured_data_says_what_it_is_and_where_it_belongs(client, book, settings):
    settings.SITE_URL = "https://www.example.in"
    article, crumbs = get_page(client, PATH).structured

    assert article["@type"] == ["Article", "LearningResource"]
    assert article["headline"] == "Orders"
    assert article["url"] == article["mainEntityOfPage"] == f"https://www.example.in{PATH}"
    assert article["datePublished"] == "2026-01-01T00:00:00Z"
    assert article["dateModified"] == "2026-11-21T09:30:00Z"
    assert article["timeRequired"] == "PT1M"
    assert article["publisher"]["logo"]["url"].startswith("https://www.example.in/static/")
    assert [item["name"] for item in crumbs["itemListElement"]] == ["Home", "Academy", "Orders"]
    assert [item["position"] for item in crumbs["itemListElement"]] == [1, 2, 3]
    [listing] = get_page(client, "/academy").structured
    assert [item["url"] for item in listing["mainEntity"]["itemListElement"]] == [
        "https://www.example.in/academy/market/shares",
        f"https://www.example.in{PATH}",
    ]


def test_a_member_sees_what_they_have_read(client, member, book):
    member.api.post(f"/api{PATH}/read")
    client.force_login(member.user)

    academy, chapter = get_page(client, "/academy"), get_page(client, PATH)

    assert "1 of 2 chapters read" in academy.main.text
    assert academy.responses == [client.get("/api/academy").json()]
    assert "You have read this chapter." in chapter.main.text
    client.logout()
    assert "You have read this chapter." not in get_page(client, PATH).text


def test_saving_a_chapter_changes_its_page_immediately(client, book, committed):
    get_page(client, PATH)
    with committed():
        book[1].text = "New words."
        book[1].save()

    assert "New words." in get_page(client, PATH).main.text


@pytest.mark.parametrize("path", ["/academy/market/none", "/academy/none/orders", "/academy/market/%00"])
def test_an_unknown_chapter_is_the_not_found_page(client, book, path):
    assert get_page(client, path, status=404).heading == "Page not found"


class TestGlossary:
    def test_terms_are_links_in_a_chapter_and_anchors_of_the_glossary(self, client, book):
        GlossaryTermFactory(term="Limit", weburlname="limit", definition="The worst price.", chapter=book[0])
        chapter, glossary = get_page(client, PATH), get_page(client, "/academy/glossary")

        assert "/academy/glossary#term-limit" in chapter.main.urls
        assert glossary.heading == "Glossary"
        assert glossary.title == "Glossary · Rally"
        assert glossary.answers == [[["academy", "glossary"], client.get("/api/academy/glossary").json()]]
        [term] = glossary.main.all(id="term-limit")
        assert term.text == "Limit The worst price.Shares"
        assert glossary.structured[0]["hasDefinedTerm"][0]["name"] == "Limit"
        assert "/academy/glossary</loc>" in client.get("/sitemap.xml").content.decode()

    def test_a_changed_term_changes_chapter_and_glossary_immediately(self, client, book, committed):
        get_page(client, PATH), get_page(client, "/academy/glossary")
        with committed():
            GlossaryTermFactory(term="Limit", weburlname="limit")

        assert "/academy/glossary#term-limit" in get_page(client, PATH).main.urls
        assert get_page(client, "/academy/glossary").main.all(id="term-limit")

    def test_a_glossary_without_terms_says_so(self, client):
        assert "Terms are coming soon." in get_page(client, "/academy/glossary").main.text
