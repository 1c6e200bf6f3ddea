"""The responses of this app's public endpoints, for the endpoints and for server-rendered pages."""

from datetime import datetime
from typing import TypedDict

from apps.accounts.models import User
from apps.content.selectors import academy as academy_pages
from apps.content.selectors import audits, glossary, testimonials
from apps.content.selectors import faq as faq_topics
from apps.content.selectors import pages as page_contents
from apps.content.selectors import site as site_facts
from apps.core.json_types import component


class SiteAnswer(TypedDict):
    data: site_facts.SiteFacts


def site() -> SiteAnswer:
    return {"data": site_facts.current()}


@component("AcademyOut")
class AcademyModules(TypedDict):
    modules: list[academy_pages.ModuleLine]


class AcademyAnswer(TypedDict):
    data: AcademyModules


class ChapterAnswer(TypedDict):
    data: academy_pages.ChapterPage


def academy(*, person: User | None = None) -> AcademyAnswer:
    return {"data": {"modules": academy_pages.modules(person=person)}}


def chapter(*, module_key: str, key: str, person: User | None = None) -> ChapterAnswer:
    """:raises UnknownChapter: if no published module has that published chapter"""
    return {"data": academy_pages.chapter(module_key=module_key, key=key, person=person)}


@component("GlossaryOut")
class Glossary(TypedDict):
    terms: list[glossary.TermLine]


class GlossaryAnswer(TypedDict):
    data: Glossary


def academy_glossary() -> GlossaryAnswer:
    return {"data": {"terms": glossary.terms()}}


def addresses() -> list[tuple[str, datetime]]:
    """The paths of this app's pages, and when each was last changed."""
    return academy_pages.addresses()


class FaqAnswer(TypedDict):
    data: list[faq_topics.Topic]


class ReviewsAnswer(TypedDict):
    reviews: list[testimonials.Review]


def faq() -> FaqAnswer:
    return {"data": faq_topics.topics()}


def reviews() -> ReviewsAnswer:
    return {"reviews": testimonials.reviews()}


class PageAnswer(TypedDict):
    data: page_contents.PageContent


class AuditAnswer(TypedDict):
    data: list[audits.AuditRow]


def page(*, slug: str) -> PageAnswer:
    """:raises UnknownPage: if there is no such page"""
    return {"data": page_contents.page(slug)}


def audit() -> AuditAnswer:
    return {"data": audits.audits()}


def pages_changed_at() -> dict[str, datetime]:
    return page_contents.changed_at()
