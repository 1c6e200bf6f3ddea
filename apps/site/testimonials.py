"""Testimonials and FAQ for the pages that show both."""

from dataclasses import dataclass
from typing import Any

from apps.content.selectors import public as content
from apps.site.pages.page_types import Answers


@dataclass(frozen=True, slots=True)
class TestimonialsAndFaq:
    context: dict[str, Any]
    answers: Answers


def quotes_and_faq(*, topic: str | None = None) -> TestimonialsAndFaq:
    """All testimonials, and the FAQ of one topic or of all."""
    reviews, faq = content.reviews(), content.faq()
    topics = [one for one in faq["data"] if topic in (None, one["topicTitle"])]
    # Django templates cannot read names that start with an underscore.
    context = {
        "reviews": reviews["reviews"],
        "faq": [
            {
                "title": each["topicTitle"],
                "groups": [
                    {
                        "title": group["title"],
                        "articles": [{**article, "id": article["_id"]} for article in group["articles"]],
                    }
                    for group in each["groups"]
                ],
            }
            for each in topics
        ],
    }
    return TestimonialsAndFaq(context, [(["testimonials"], reviews), (["faq"], faq)])
