"""What learners say, and what people ask, on the pages that show it."""

from dataclasses import dataclass
from typing import Any

from apps.content.selectors import public as content
from apps.site.pages.building import Answers


@dataclass(frozen=True, slots=True)
class Said:
    context: dict[str, Any]
    answers: Answers


def everything(*, topic: str | None = None) -> Said:
    """All testimonials, and the questions of one topic, or of all."""
    reviews, faq = content.reviews(), content.faq()
    topics = [one for one in faq["data"] if topic in (None, one["topicTitle"])]
    # Templates read no names that begin with an underscore.
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
    return Said(context, [(["testimonials"], reviews), (["faq"], faq)])
