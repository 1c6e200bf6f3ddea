"""
The demo's FAQ and testimonials, all invented.

A topic that exists already is left as it is, and so are existing testimonials.
"""

from dataclasses import asdict, dataclass
from datetime import datetime
from decimal import Decimal

from apps.content.models import FaqArticle, FaqGroup, FaqTopic, Testimonial
from apps.core.demo import data_file


@dataclass(frozen=True, slots=True)
class _DemoArticle:
    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class _DemoTestimonial:
    """Its fields are columns."""

    username: str
    userhandle: str
    location: str
    age: int
    rating: Decimal
    review: str


_TOPICS = data_file("content", "faq.yaml", dict[str, dict[str, tuple[_DemoArticle, ...]]])
_TESTIMONIALS = data_file("content", "testimonials.yaml", tuple[_DemoTestimonial, ...])


def seed(_now: datetime) -> str:
    topics, testimonials = _TOPICS.read(), _TESTIMONIALS.read()
    known = set(FaqTopic.objects.values_list("title", flat=True))
    missing = 0
    for position, (title, groups) in enumerate(topics.items(), 1):
        if title not in known:
            _create_topic(title, groups, position=position)
            missing += 1
    learners = 0 if Testimonial.objects.exists() else _add_testimonials(testimonials)
    return f"{missing} of {len(topics)} topics, {learners} of {len(testimonials)} reviews added"


def _create_topic(title: str, groups: dict[str, tuple[_DemoArticle, ...]], *, position: int) -> None:
    topic = FaqTopic.objects.create(title=title, position=position)
    for group_position, (group_title, articles) in enumerate(groups.items(), 1):
        group = FaqGroup.objects.create(topic=topic, title=group_title, position=group_position)
        FaqArticle.objects.bulk_create(
            FaqArticle(group=group, title=article.question, html=article.answer, position=place)
            for place, article in enumerate(articles, 1)
        )


def _add_testimonials(testimonials: tuple[_DemoTestimonial, ...]) -> int:
    added = Testimonial.objects.bulk_create(
        Testimonial(**asdict(demo), position=position, is_published=True)
        for position, demo in enumerate(testimonials, 1)
    )
    return len(added)
