"""The answers of this app's open calls, for the calls themselves and for pages made on the server."""

from datetime import datetime
from typing import TypedDict

from apps.accounts.models import User
from apps.content.complaint_figures import Figures
from apps.content.selectors import academy as academy_pages
from apps.content.selectors import complaints as register
from apps.content.selectors import faq as faq_topics
from apps.content.selectors import pages as word_pages
from apps.content.selectors import site as site_facts
from apps.content.selectors import testimonials
from apps.core import indian_time


class SiteAnswer(TypedDict):
    data: site_facts.SiteFacts


def site() -> SiteAnswer:
    return {"data": site_facts.current()}


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


def addresses() -> list[tuple[str, datetime]]:
    """Where what this app has is read, and when each was last changed."""
    return academy_pages.addresses()


class FaqAnswer(TypedDict):
    data: list[faq_topics.Topic]


class ReviewsAnswer(TypedDict):
    reviews: list[testimonials.Review]


def faq() -> FaqAnswer:
    return {"data": faq_topics.listed()}


def reviews() -> ReviewsAnswer:
    return {"reviews": testimonials.listed()}


class PageAnswer(TypedDict):
    data: word_pages.WordPage


class ComplaintsAnswer(TypedDict):
    data: Figures


class AuditAnswer(TypedDict):
    data: list[register.AuditRow]


def page(*, slug: str) -> PageAnswer:
    """:raises UnknownPage: if there is none of that name"""
    return {"data": word_pages.page(slug)}


def complaints(*, now: datetime) -> ComplaintsAnswer:
    return {"data": register.figures(today=indian_time.day_of(now))}


def audit() -> AuditAnswer:
    return {"data": register.audits()}


def pages_changed_at() -> dict[str, datetime]:
    return word_pages.changed_at()
