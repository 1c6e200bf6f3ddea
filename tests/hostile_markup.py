"""
The fields in which staff write markup, and a check of the HTML that comes out of them.

Add each new field of that kind to `FIELDS`; a test finds columns that are missing there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

from django.test import TestCase
from django.utils import timezone

from apps.catalog.models import Topic
from apps.catalog.tests.factories import TopicFactory
from apps.content import chapter_text, page_text
from apps.content.models import FaqArticle, FaqGroup, FaqTopic, Page
from apps.content.selectors import academy
from apps.content.selectors import pages as page_selectors
from apps.content.services import pages
from apps.content.tests.factories import AcademyChapterFactory

FRAGMENTS: list[str] = json.loads(
    (Path(__file__).parent / "vectors" / "hostile_html.json").read_text(encoding="utf-8")
)


def article_topic(fragment: str) -> str:
    topic = TopicFactory(text=fragment)
    return Topic.objects.get(pk=topic.pk).text


def academy_chapter(fragment: str) -> str:
    # PostgreSQL cannot store NUL, and Django's forms reject it.
    with TestCase.captureOnCommitCallbacks(execute=True):
        row = AcademyChapterFactory(text=fragment.replace("\x00", ""))
    shown = academy.chapter(module_key=row.module.weburlname, key=row.weburlname, person=None)
    return shown["html"]


def faq_article(fragment: str) -> str:
    topic, _ = FaqTopic.objects.get_or_create(title="Courses")
    group, _ = FaqGroup.objects.get_or_create(topic=topic, title="Courses")
    article = FaqArticle.objects.create(group=group, title="Why?", html=fragment)
    return FaqArticle.objects.get(pk=article.pk).html


def legal_page(fragment: str) -> str:
    with TestCase.captureOnCommitCallbacks(execute=True):
        page = Page.objects.get(slug="audit")
        pages.publish(
            page_id=page.pk,
            based_on=page.version,
            title=page.title,
            lead=page.lead,
            text=fragment.replace("\x00", ""),
            by=None,
            at=timezone.now(),
        )
    return page_selectors.page("audit")["html"]


def site_fact(fragment: str) -> str:
    return page_text.render("Ours is {registered_name}.", placeholders={"registered_name": fragment}).html


FIELDS: dict[str, Callable[[str], str]] = {
    "content.FaqArticle.html": faq_article,
    "catalog.Topic.text": article_topic,
    "content.AcademyChapter.text": academy_chapter,
    "content.Page.text": legal_page,
    "content.PageVersion.text": legal_page,
}
"""For each column: a function that saves a fragment and returns the rendered HTML."""

UNSAVED: dict[str, Callable[[str], str]] = {
    "preview of a chapter": chapter_text.render,
    "preview of a page": lambda fragment: page_text.render(fragment, placeholders={}).html,
    "fact of the site settings on a page": site_fact,
}

_TEXT = "p br strong em b i u s sub sup code pre blockquote hr abbr h2 h3 h4 ul ol li dl dt dd a"
_REST = "figure figcaption img table caption thead tbody tfoot tr th td div"
_TAGS = frozenset(f"{_TEXT} {_REST}".split())
_ATTRIBUTES = {
    "a": {"href", "title", "rel"},
    "abbr": {"title"},
    "img": {"src", "alt", "width", "height"},
    "ol": {"start"},
    "th": {"scope", "colspan", "rowspan", "class"},
    "td": {"colspan", "rowspan", "class"},
    "div": {"class", "tabindex", "role", "aria-label"},
    "h2": {"id"},
}
_CLASSES = {"number", "table", "formula"}
_ANCHOR = re.compile(r"section-[a-z0-9-]+")
_URL = re.compile(r"(?:https?://[^/\s]|mailto:|tel:|/(?![/\\])|#)[^\\\s]*", re.IGNORECASE)


class MarkupChecker(HTMLParser):
    """Parses the HTML and collects everything that is not allowed."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _TAGS:
            self.faults.append(f"<{tag}>")
        for name, value in attrs:
            self._check(tag, name, value or "")

    def _check(self, tag: str, name: str, value: str) -> None:
        if name not in _ATTRIBUTES.get(tag, set()) | {"lang"}:
            self.faults.append(f"<{tag} {name}>")
        if name in ("href", "src") and not _URL.fullmatch(value):
            self.faults.append(f"{name}={value}")
        if name == "id" and not _ANCHOR.fullmatch(value):
            self.faults.append(f"id={value}")
        if name == "class" and value not in _CLASSES:
            self.faults.append(f"class={value}")

    def handle_comment(self, data: str) -> None:
        self.faults.append("comment")

    def handle_decl(self, decl: str) -> None:
        self.faults.append("declaration")

    def handle_pi(self, data: str) -> None:
        self.faults.append("instruction")

    def unknown_decl(self, data: str) -> None:
        self.faults.append("declaration")


def faults_in(markup: str) -> list[str]:
    checker = MarkupChecker()
    checker.feed(markup)
    checker.close()
    return checker.faults
