"""Pages of the site and what one can do there, for the site search."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from django.utils.translation import gettext, gettext_noop

from apps.core.search_items import SearchItem, search_item

_ACTIONS = (
    (
        "/pro",
        "Pro",
        gettext_noop("Courses and live webinars with one plan"),
        "rally membership plan plans price subscription upgrade प्रो सदस्यता प्लान",
    ),
    (
        "/#freeTrial",
        gettext_noop("Start Free Trial"),
        gettext_noop("Pro courses, free of charge for some days"),
        "rally try फ्री ट्रायल मुफ़्त",
    ),
    (
        "/login",
        gettext_noop("Log in"),
        gettext_noop("With your mobile number and an OTP"),
        "rally account code login logging otp password sign signin खाता पासवर्ड लॉगिन",
    ),
    (
        "/lost-number",
        gettext_noop("Lost your number?"),
        gettext_noop("Log in with another number"),
        "account change login mobile new sim नंबर लॉगिन सिम",
    ),
    (
        "/my-learnings?status=completed",
        gettext_noop("Your certificates"),
        gettext_noop("Of the courses that you have completed"),
        "certificate completion download pdf प्रमाणपत्र सर्टिफिकेट",
    ),
    (
        "/orders",
        gettext_noop("Orders and receipts"),
        gettext_noop("Invoices and refunds"),
        "bill gst invoice order payment receipt refund ऑर्डर बिल रसीद रिफंड",
    ),
    (
        "/support",
        gettext_noop("Support"),
        gettext_noop("Write to us and read our answers"),
        "care customer help मदद सपोर्ट सहायता",
    ),
)


def actions() -> Sequence[SearchItem]:
    """In the current language; found by words of both, and not by the line below the title."""
    return [
        replace(item, title=gettext(item.title), about=gettext(about))
        for item, (_, _, about, _) in zip(_search_items(), _ACTIONS, strict=True)
    ]


@cache
def _search_items() -> Sequence[SearchItem]:
    return [
        search_item(id=path, title=title, path=path, about="", texts=[words])
        for path, title, _, words in _ACTIONS
    ]
