"""The academy as it leaves the server, before any script has run."""

import json
import re
from datetime import UTC, datetime

import pytest
import time_machine

from apps.content.tests.factories import AcademyChapterFactory, AcademyModuleFactory

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
PATH = "/academy/market/orders"


@pytest.fixture(autouse=True)
def _clock():
    with time_machine.travel(NOW, tick=False):
        yield


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


def html(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def data(page):
    return json.loads(re.search(r'id="page-data"[^>]*>(.*?)</script>', page, re.DOTALL)[1])


def answers(page):
    return {tuple(key): answer for key, answer in data(page)["answers"]}


def structured(page):
    return [json.loads(text) for text in re.findall(r'ld\+json"[^>]*>(.*?)</script>', page, re.DOTALL)]


def test_the_academy_lists_its_chapters(client, book):
    page = html(client, "/academy")

    assert '<h2 class="ModuleCard__title" id="module-market">Market</h2>' in page
    assert page.count("ChapterRow__root") == 2
    assert 'href="/academy/market/orders"' in page
    assert "chapters read" not in page
    assert answers(page)["academy", "modules"] == client.get("/api/academy").json()


def test_an_academy_without_chapters_says_so(client):
    page = html(client, "/academy")

    assert "Chapters are coming soon." in page
    assert structured(page)[0]["mainEntity"]["numberOfItems"] == 0


def test_a_chapter_is_there_to_read(client, book):
    page = html(client, PATH)

    assert '<h1 class="ChapterPage__title">Orders</h1>' in page
    assert "<p>A <em>limit</em>.</p>" in page
    assert 'role="img" aria-label="Six price levels.' in page
    assert "<mfrac>" in page
    assert "Chapter 2 of 2 · 1 min read" in page
    assert "Last updated on Sat, 21 Nov 2026." in page
    assert 'rel="prev" href="/academy/market/shares"' in page
    assert 'rel="next"' not in page
    assert page.count('aria-current="page"><span class="ChapterRow__mark"') == 1
    assert answers(page)["academy", "chapter", "market", "orders"] == client.get(f"/api{PATH}").json()


def test_it_is_described_for_who_shares_it(client, book, settings):
    settings.SITE_URL = "https://www.example.in"
    page = html(client, f"/academy/{book[1].module_id}/{book[1].pk}")

    assert "<title>Orders · Rally</title>" in page
    assert '<meta name="description" content="What an order promises.">' in page
    assert f'<link rel="canonical" href="https://www.example.in{PATH}">' in page


def test_search_engines_read_what_it_is_and_where_it_stands(client, book, settings):
    settings.SITE_URL = "https://www.example.in"
    article, crumbs = structured(html(client, PATH))

    assert article["@type"] == ["Article", "LearningResource"]
    assert article["headline"] == "Orders"
    assert article["url"] == article["mainEntityOfPage"] == f"https://www.example.in{PATH}"
    assert article["datePublished"] == article["dateModified"] == "2026-11-21T09:30:00Z"
    assert article["timeRequired"] == "PT1M"
    assert article["publisher"]["logo"]["url"].startswith("https://www.example.in/static/")
    assert [item["name"] for item in crumbs["itemListElement"]] == ["Home", "Academy", "Orders"]
    assert [item["position"] for item in crumbs["itemListElement"]] == [1, 2, 3]
    [listing] = structured(html(client, "/academy"))
    assert [item["url"] for item in listing["mainEntity"]["itemListElement"]] == [
        "https://www.example.in/academy/market/shares",
        f"https://www.example.in{PATH}",
    ]


def test_a_member_sees_what_they_have_read(client, member, book):
    member.api.post(f"/api{PATH}/read")
    client.force_login(member.user)

    academy, chapter = html(client, "/academy"), html(client, PATH)

    assert "1 of 2 chapters read" in academy
    assert 'max="2" value="1"' in academy
    assert academy.count('data-read="true"') == 1
    assert "You have read this chapter." in chapter
    client.logout()
    assert "You have read this chapter." not in html(client, PATH)


def test_saving_a_chapter_is_on_its_page_at_once(client, book, committed):
    html(client, PATH)
    with committed():
        book[1].text = "New words."
        book[1].save()

    assert "New words." in html(client, PATH)


@pytest.mark.parametrize("path", ["/academy/market/none", "/academy/none/orders", "/academy/market/%00"])
def test_an_unknown_chapter_is_the_not_found_page(client, book, path):
    assert client.get(path).status_code == 404
