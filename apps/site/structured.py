"""What search engines read: schema.org objects of what a page shows, and nothing that it does not."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings


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
    return {
        "@context": "https://schema.org",
        "@type": "Course",
        "name": course["title"],
        "description": course["long_description"],
        "url": _absolute(f"/courses/{course['weburlname']}"),
        "inLanguage": course["language"],
        "provider": {"@type": "Organization", "name": provider["brandName"], "sameAs": settings.SITE_URL},
        "offers": {
            "@type": "Offer",
            "category": "Free" if course["offer_price"] == 0 else "Paid",
            "price": course["offer_price"],
            "priceCurrency": "INR",
        },
        "hasCourseInstance": {
            "@type": "CourseInstance",
            "courseMode": "Online",
            "courseWorkload": f"PT{max(1, course['CoursetotalDuration'] // 60)}M",
        },
    }


def event(event: Mapping[str, Any], *, organizer: Mapping[str, Any]) -> dict[str, Any]:
    starts, ends = _span(event)
    answer: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "EducationEvent",
        "name": event["title"],
        "description": event["long_description"],
        "eventAttendanceMode": "https://schema.org/OnlineEventAttendanceMode",
        "eventStatus": "https://schema.org/EventScheduled",
        "location": {"@type": "VirtualLocation", "url": settings.SITE_URL},
        "organizer": {"@type": "Organization", "name": organizer["brandName"], "url": settings.SITE_URL},
    }
    if starts and ends:
        answer |= {"startDate": starts, "endDate": ends}
    if "price" in event:
        answer["offers"] = {"@type": "Offer", "price": event["price"], "priceCurrency": "INR"}
    return answer


def _span(event: Mapping[str, Any]) -> tuple[str | None, str | None]:
    if "webinarTime" in event:
        return event["webinarTime"], event["webinarEndTime"]
    if "start_date" in event:
        return event["start_date"], event["end_date"]
    sessions = event["programSessions"]
    return (sessions[0]["date"], sessions[-1]["endDate"]) if sessions else (None, None)
