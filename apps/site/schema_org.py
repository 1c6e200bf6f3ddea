"""schema.org objects for search engines. They contain only what the page shows."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings

from apps.catalog.states import Language
from apps.core import formatting
from apps.core.money import CURRENCY
from apps.live.states import Stage


def _absolute(path: str) -> str:
    return path if path.startswith("http") else f"{settings.SITE_URL}{path}"


def organization(site: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "@context": "https://schema.org",
            "@type": "EducationalOrganization",
            "name": site["brandName"],
            "legalName": site["registration"]["registeredName"],
            "url": settings.SITE_URL,
            "logo": _absolute("/static/brand/icon-512.png"),
            "telephone": site["contact"]["phone"],
            "email": site["contact"]["email"],
            "sameAs": [link["url"] for link in site["socialLinks"]],
        },
        {
            "@context": "https://schema.org",
            "@type": "WebSite",
            "name": site["brandName"],
            "url": settings.SITE_URL,
        },
    ]


def course(course: Mapping[str, Any], *, provider: Mapping[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "Course",
        "name": course["title"],
        "description": course["long_description"] or course["lead"],
        "url": _absolute(f"/courses/{course['weburlname']}"),
        "inLanguage": Language(course["language"]).code,
        "provider": {"@type": "Organization", "name": provider["brandName"], "sameAs": settings.SITE_URL},
        "offers": _offer(course),
    }
    if course["CoursetotalDuration"]:
        answer["hasCourseInstance"] = {
            "@type": "CourseInstance",
            "courseMode": "Online",
            "courseWorkload": formatting.iso_duration(course["CoursetotalDuration"]),
        }
    if course["rating"]:
        answer["aggregateRating"] = {
            "@type": "AggregateRating",
            "ratingValue": course["rating"],
            "bestRating": 5,
            "reviewCount": course["reviewCount"],
        }
    return answer


def person(mentor: Mapping[str, Any], *, employer: Mapping[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "Person",
        "name": mentor["full_name"],
        "url": _absolute(f"/mentors/{mentor['weburlname']}"),
        "worksFor": {"@type": "Organization", "name": employer["brandName"], "url": settings.SITE_URL},
    }
    if mentor["bio"]:
        answer["description"] = mentor["bio"]
    if mentor["portrait"]:
        answer["image"] = _absolute(mentor["portrait"])
    if mentor["credentials"]:
        answer["hasCredential"] = [
            {"@type": "EducationalOccupationalCredential", "name": credential["text"]}
            for credential in mentor["credentials"]
        ]
    return answer


def _offer(course: Mapping[str, Any]) -> dict[str, Any]:
    if course["proCourse"] and not course["offer_price"]:
        return {"@type": "Offer", "category": "Subscription"}
    return {
        "@type": "Offer",
        "category": "Paid" if course["offer_price"] else "Free",
        **_price(course["priceWithGst"]),
    }


def _price(with_gst: float | None, *, is_lowest: bool = False) -> dict[str, Any]:
    """What is paid: search engines want the price that the page shows, with tax."""
    of_offer, of_specification = ("lowPrice", "minPrice") if is_lowest else ("price", "price")
    paid = with_gst or 0
    answer: dict[str, Any] = {of_offer: paid, "priceCurrency": CURRENCY}
    if paid:
        answer["priceSpecification"] = {
            "@type": "PriceSpecification",
            of_specification: paid,
            "priceCurrency": CURRENCY,
            "valueAddedTaxIncluded": True,
        }
    return answer


def event(event: Mapping[str, Any], *, path: str, organizer: Mapping[str, Any]) -> dict[str, Any]:
    """
    A webinar, a mentorship or a program. What has several meetings lists each as an event of its own.

    Several share the one offer: the whole is sold, none of them alone.
    """
    starts, ends = _span(event)
    url = _absolute(path)
    maker = {"@type": "Organization", "name": organizer["brandName"], "url": settings.SITE_URL}
    answer: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "EducationEvent",
        "name": event["title"],
        "description": event["long_description"],
        "url": url,
        "inLanguage": Language(event["language"]).code,
        **_online(url),
        "organizer": maker,
    }
    if starts and ends:
        answer |= {"startDate": starts, "endDate": ends}
    offer = _seat_offer(event, url=url)
    if offer is not None:
        answer["offers"] = offer
    meetings = event.get("meetings", [])
    answer |= _event_status(meetings[0]) if len(meetings) == 1 else {}
    if event.get("calledOff"):
        answer["eventStatus"] = "https://schema.org/EventCancelled"
    if len(meetings) > 1:
        shared = {**_online(url), "organizer": maker}
        if offer is not None:
            shared["offers"] = {"@id": offer["@id"]}
        answer["subEvent"] = [
            {
                "@type": "EducationEvent",
                "name": f"{event['title']}: {meeting['title']}",
                "startDate": meeting["start_date"],
                "endDate": meeting["end_date"],
                **shared,
                **_event_status(meeting),
            }
            for meeting in meetings
        ]
    return answer


def _online(url: str) -> dict[str, Any]:
    return {
        "eventAttendanceMode": "https://schema.org/OnlineEventAttendanceMode",
        "eventStatus": "https://schema.org/EventScheduled",
        "location": {"@type": "VirtualLocation", "url": url},
    }


def _event_status(meeting: Mapping[str, Any]) -> dict[str, Any]:
    """Nothing for a meeting as it was planned."""
    if meeting["status"] == Stage.CANCELLED:
        return {"eventStatus": "https://schema.org/EventCancelled"}
    if moved_from := meeting.get("movedFrom"):
        return {"eventStatus": "https://schema.org/EventRescheduled", "previousStartDate": moved_from}
    return {}


def _seat_offer(event: Mapping[str, Any], *, url: str) -> dict[str, Any] | None:
    if "price" in event:
        price = {"@type": "Offer", **_price(event["priceWithGst"])}
    elif event["fromPrice"] is not None:
        lowest = _price(event["priceWithGst"], is_lowest=True)
        price = {"@type": "AggregateOffer", **lowest}
    else:
        return None
    offer = {"@id": f"{url}#offer", **price, "url": url}
    if event.get("seatsLeft") == 0:
        offer["availability"] = "https://schema.org/SoldOut"
    elif event["status"] == Stage.PLANNED:
        offer["availability"] = "https://schema.org/InStock"
    return offer


def _span(event: Mapping[str, Any]) -> tuple[str | None, str | None]:
    if "webinarTime" in event:
        return event["webinarTime"], event["webinarEndTime"]
    if "start_date" in event:
        return event["start_date"], event["end_date"]
    sessions = event["programSessions"]
    return (sessions[0]["date"], sessions[-1]["endDate"]) if sessions else (None, None)


def chapter_path(module: str, chapter: str) -> str:
    return f"/academy/{module}/{chapter}"


def academy(modules: Sequence[Mapping[str, Any]], *, title: str, lead: str) -> dict[str, Any]:
    chapters = [(module, chapter) for module in modules for chapter in module["chapters"]]
    return {
        "@context": "https://schema.org",
        "@type": "CollectionPage",
        "name": title,
        "description": lead,
        "url": _absolute("/academy"),
        "isAccessibleForFree": True,
        "mainEntity": {
            "@type": "ItemList",
            "numberOfItems": len(chapters),
            "itemListElement": [
                {
                    "@type": "ListItem",
                    "position": place,
                    "name": chapter["title"],
                    "url": _absolute(chapter_path(module["weburlname"], chapter["weburlname"])),
                }
                for place, (module, chapter) in enumerate(chapters, 1)
            ],
        },
    }


def glossary(terms: Sequence[Mapping[str, Any]], *, title: str) -> dict[str, Any]:
    address = _absolute("/academy/glossary")
    return {
        "@context": "https://schema.org",
        "@type": "DefinedTermSet",
        "name": title,
        "url": address,
        "hasDefinedTerm": [
            {
                "@type": "DefinedTerm",
                "name": term["term"],
                "description": term["definition"],
                "url": f"{address}#term-{term['weburlname']}",
            }
            for term in terms
        ],
    }


def chapter(chapter: Mapping[str, Any], *, publisher: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The article and its breadcrumbs."""
    module = chapter["module"]
    address = _absolute(chapter_path(module["weburlname"], chapter["weburlname"]))
    maker = {"@type": "Organization", "name": publisher["brandName"], "url": settings.SITE_URL}
    article = {
        "@context": "https://schema.org",
        "@type": ["Article", "LearningResource"],
        "headline": chapter["title"],
        "description": chapter["summary"],
        "url": address,
        "mainEntityOfPage": address,
        "image": _absolute("/static/brand/social.png"),
        "inLanguage": "en-IN",
        "datePublished": chapter["publishedAt"],
        "dateModified": max(chapter["updatedAt"], chapter["publishedAt"]),
        "timeRequired": f"PT{chapter['readingMinutes']}M",
        "isAccessibleForFree": True,
        "isPartOf": {"@type": "CreativeWorkSeries", "name": module["title"], "url": _absolute("/academy")},
        "author": maker,
        "publisher": {
            **maker,
            "logo": {"@type": "ImageObject", "url": _absolute("/static/brand/icon-512.png")},
        },
    }
    trail = [("Home", "/"), ("Academy", "/academy"), (chapter["title"], None)]
    crumbs = {
        "@context": "https://schema.org",
        "@type": "BreadcrumbList",
        "itemListElement": [
            {
                "@type": "ListItem",
                "position": place,
                "name": name,
                "item": address if path is None else _absolute(path),
            }
            for place, (name, path) in enumerate(trail, 1)
        ],
    }
    return [article, crumbs]


def questions(topics: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The questions that the page shows."""
    articles = [article for topic in topics for group in topic["groups"] for article in group["articles"]]
    return {
        "@context": "https://schema.org",
        "@type": "FAQPage",
        "inLanguage": "en-IN",
        "mainEntity": [
            {
                "@type": "Question",
                "name": article["articleTitle"],
                "acceptedAnswer": {"@type": "Answer", "text": article["articleBlogHTML"]},
            }
            for article in articles
        ],
    }


def legal_page(page: Mapping[str, Any], *, kind: str, path: str) -> dict[str, Any]:
    return {
        "@context": "https://schema.org",
        "@type": kind,
        "name": page["title"],
        "description": page["lead"],
        "url": _absolute(path),
        "inLanguage": "en-IN",
        "datePublished": page["validFrom"],
        "isPartOf": {"@type": "WebSite", "url": settings.SITE_URL},
    }
