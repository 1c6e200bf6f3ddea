"""The admin's models, grouped by what people do rather than by app."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.utils.text import capfirst

_GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "Learners",
        (
            "accounts.user",
            "accounts.entitlement",
            "pro.subscription",
            "accounts.triallead",
            "accounts.consent",
            "accounts.lostnumber",
            "accounts.mobilechange",
            "catalog.certificate",
        ),
    ),
    (
        "Courses",
        (
            "catalog.course",
            "catalog.topic",
            "catalog.category",
            "catalog.review",
            "catalog.topicquestion",
            "content.instructor",
            "media.asset",
            "catalog.modulecourse",
            "catalog.searchsynonym",
        ),
    ),
    (
        "Live",
        (
            "live.programsession",
            "live.livetrading",
            "live.sessionseries",
            "live.sessionplan",
            "live.webinar",
            "live.mentorship",
            "live.meeting",
            "live.booking",
            "live.waitlistentry",
            "live.exchangeholiday",
        ),
    ),
    (
        "Money",
        (
            "commerce.order",
            "commerce.refund",
            "commerce.payment",
            "commerce.invoice",
            "commerce.creditnote",
            "commerce.coupon",
            "commerce.settlementline",
            "commerce.dispute",
            "commerce.ledgerentry",
            "commerce.gstrate",
            "commerce.gatewayevent",
            "commerce.providerjob",
            "office.exportrun",
        ),
    ),
    (
        "Support",
        (
            "support.ticket",
            "support.contactmessage",
            "support.complaint",
            "accounts.delivery",
            "outbox.message",
        ),
    ),
    (
        "Site",
        (
            "content.advertfinding",
            "content.page",
            "content.pageversion",
            "content.proposedchange",
            "content.academymodule",
            "content.academychapter",
            "content.glossaryterm",
            "content.faqtopic",
            "content.faqarticle",
            "content.testimonial",
            "content.complianceaudit",
            "pro.prosection",
            "pro.plan",
        ),
    ),
    (
        "Settings",
        (
            "content.sitesettings",
            "content.secondpersonsettings",
            "accounts.loginsettings",
            "accounts.messagetemplate",
            "auth.group",
            "otp_totp.totpdevice",
        ),
    ),
)

_GROUP_OF_APP = {
    "accounts": "Learners",
    "catalog": "Courses",
    "media": "Courses",
    "live": "Live",
    "commerce": "Money",
    "support": "Support",
    "outbox": "Support",
    "content": "Site",
    "pro": "Site",
}
"""For models that are not listed above; those of other apps are settings."""

_PLACES = {label: (name, place) for name, labels in _GROUPS for place, label in enumerate(labels)}


def grouped(app_list: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """In the form of the admin's `app_list`, with a group in place of an app."""
    models: dict[str, list[tuple[int, dict[str, Any]]]] = {name: [] for name, _ in _GROUPS}
    for app in app_list:
        for model in app["models"]:
            label = f"{app['app_label']}.{model['object_name'].lower()}"
            default = (_GROUP_OF_APP.get(app["app_label"], "Settings"), len(_PLACES))
            group, place = _PLACES.get(label, default)
            opts = admin.site.get_model_admin(model["model"]).opts
            models[group].append((place, {**model, "name": capfirst(opts.verbose_name_plural)}))
    return [
        {"name": name, "slug": name.lower(), "models": [model for _, model in sorted(found, key=_place)]}
        for name, found in models.items()
        if found
    ]


def _place(entry: tuple[int, dict[str, Any]]) -> int:
    return entry[0]
