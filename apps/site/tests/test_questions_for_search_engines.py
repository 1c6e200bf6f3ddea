"""Home and Pro name the questions that they show as an FAQPage."""

import pytest
from django.test import Client

from apps.catalog.states import Language
from apps.content.tests.factories import FaqArticleFactory, FaqGroupFactory, FaqTopicFactory
from apps.core.testing.pages import get_page
from apps.site.pages import content

pytestmark = pytest.mark.django_db


def ask(topic: str, question: str) -> None:
    group = FaqGroupFactory(topic=FaqTopicFactory(title=topic))
    FaqArticleFactory(group=group, title=question, html=f"<p>{question} Yes.</p>")


def questions(client: Client, path: str) -> list[str]:
    found = [item for item in get_page(client, path).structured if item["@type"] == "FAQPage"]
    for page in found:
        for one in page["mainEntity"]:
            assert one["acceptedAnswer"] == {"@type": "Answer", "text": f"<p>{one['name']} Yes.</p>"}
    return [one["name"] for page in found for one in page["mainEntity"]]


def test_each_page_names_what_it_shows(client: Client) -> None:
    ask("Courses and Webinar", "Is there a recording?")
    ask("Pro", "Does it renew?")

    assert questions(client, "/") == ["Is there a recording?", "Does it renew?"]
    assert questions(client, "/pro") == ["Is there a recording?"]


def test_without_questions_there_is_no_such_page(client: Client) -> None:
    ask("Pro", "Does it renew?")

    assert questions(client, "/pro") == []


def test_a_failed_part_leaves_them_out(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    ask("Pro", "Does it renew?")

    def fail() -> None:
        raise RuntimeError

    monkeypatch.setattr(content, "faq", fail)
    assert questions(client, "/") == []


def test_every_language_of_an_item_has_a_code() -> None:
    assert len({one.code for one in Language}) == len(Language)
