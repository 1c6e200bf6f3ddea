"""
Who may do what in the admin: a row for each model, action and page.

Letters: v opens lists, pages and history; a adds, c changes, d deletes. What is not named is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse


@dataclass(frozen=True)
class Page:
    """A page of its own. `row` names an object of `admin_objects`, for the page's URL."""

    roles: str
    row: str = ""
    slug: str = ""
    """What the URL has behind the row."""
    method: str = "get"
    may_miss: bool = False
    """Whether it answers 404 to those who may open it, since the object does not exist."""

    def url(self, name: str, rows: dict[str, Any]) -> str:
        row = rows.get(self.row)
        args = [] if row is None else [getattr(row, "pk", row)]
        return reverse(name, args=[*args, self.slug] if self.slug else args)


MODELS: dict[str, dict[str, str]] = {
    "accounts.consent": {"support": "v", "compliance": "v", "owner": "v"},
    "accounts.delivery": {"sessions": "v", "support": "v", "compliance": "v", "owner": "v"},
    "accounts.entitlement": {"support": "vacd", "finance": "v", "owner": "vacd"},
    "accounts.loginsettings": {"compliance": "vac", "owner": "vac"},
    "accounts.lostnumber": {"support": "v", "owner": "v"},
    "accounts.messagetemplate": {"compliance": "vc", "owner": "vac"},
    "accounts.mobilechange": {"support": "va", "owner": "va"},
    "accounts.triallead": {"support": "v", "owner": "v"},
    "accounts.user": {"support": "vac", "finance": "v", "compliance": "v", "owner": "vac"},
    "audit.auditentry": {"compliance": "v", "owner": "v"},
    "auth.group": {"compliance": "v", "owner": "vacd"},
    "catalog.category": {"content": "vacd", "owner": "vacd"},
    "catalog.certificate": {"support": "v", "compliance": "v", "owner": "v"},
    "catalog.course": {"content": "vacd", "support": "v", "finance": "v", "compliance": "v", "owner": "vacd"},
    "catalog.modulecourse": {"content": "vacd", "owner": "vacd"},
    "catalog.review": {"content": "v", "support": "v", "compliance": "v", "owner": "v"},
    "catalog.searchsynonym": {"content": "vacd", "owner": "vacd"},
    "catalog.topic": {"content": "vcd", "owner": "vcd"},
    "catalog.topicquestion": {"content": "vcd", "support": "vc", "owner": "vcd"},
    "commerce.coupon": {"support": "v", "finance": "vacd", "owner": "vacd"},
    "commerce.couponbatch": {"finance": "vac", "owner": "vac"},
    "commerce.creditnote": {"support": "v", "finance": "v", "owner": "v"},
    "commerce.dispute": {"finance": "v", "owner": "v"},
    "commerce.settlementline": {"finance": "v", "owner": "v"},
    "commerce.gatewayevent": {"finance": "v", "owner": "v"},
    "commerce.gstrate": {"finance": "vacd", "owner": "vacd"},
    "commerce.invoice": {"support": "v", "finance": "v", "owner": "v"},
    "commerce.ledgerentry": {"finance": "v", "owner": "v"},
    "commerce.order": {"support": "v", "finance": "v", "owner": "v"},
    "commerce.payment": {"support": "v", "finance": "v", "owner": "v"},
    "commerce.providerjob": {"finance": "v", "owner": "v"},
    "commerce.refund": {"support": "v", "finance": "v", "owner": "v"},
    "commerce.refundrequest": {"finance": "v", "owner": "v"},
    "commerce.refundsettings": {"finance": "vac", "owner": "vac"},
    "content.academychapter": {"content": "vacd", "owner": "vacd"},
    "content.academymodule": {"content": "vacd", "owner": "vacd"},
    "content.complianceaudit": {"compliance": "vacd", "owner": "vacd"},
    "content.faqarticle": {"content": "vacd", "owner": "vacd"},
    "content.faqtopic": {"content": "vacd", "owner": "vacd"},
    "content.glossaryterm": {"content": "vacd", "owner": "vacd"},
    "content.instructor": {"content": "vacd", "sessions": "v", "owner": "vacd"},
    "content.page": {"content": "v", "compliance": "vc", "owner": "vc"},
    "content.pageversion": {"compliance": "vc", "owner": "vc"},
    "content.proposedchange": {
        "content": "v",
        "sessions": "v",
        "finance": "v",
        "compliance": "v",
        "owner": "v",
    },
    "content.secondpersonsettings": {"compliance": "vac", "owner": "vac"},
    "content.sitesettings": {"content": "v", "compliance": "vac", "owner": "vac"},
    "content.testimonial": {"content": "vacd", "compliance": "vc", "owner": "vacd"},
    "live.booking": {"sessions": "v", "support": "v", "finance": "v", "owner": "v"},
    "live.exchangeholiday": {"sessions": "vacd", "owner": "vacd"},
    "live.livetrading": {
        "content": "v",
        "sessions": "vacd",
        "support": "v",
        "finance": "v",
        "compliance": "v",
        "owner": "vacd",
    },
    "live.meeting": {"sessions": "vcd", "support": "v", "owner": "vcd"},
    "live.mentorship": {
        "content": "v",
        "sessions": "vacd",
        "support": "v",
        "finance": "v",
        "compliance": "v",
        "owner": "vacd",
    },
    "live.programsession": {"sessions": "vacd", "support": "v", "finance": "v", "owner": "vacd"},
    "live.sessionseries": {"sessions": "vacd", "owner": "vacd"},
    "live.waitlistentry": {"sessions": "v", "support": "v", "owner": "v"},
    "live.webinar": {
        "content": "v",
        "sessions": "vacd",
        "support": "v",
        "finance": "v",
        "compliance": "v",
        "owner": "vacd",
    },
    "media.asset": {"content": "vacd", "sessions": "vac", "owner": "vacd"},
    "office.exportrun": {"compliance": "v", "owner": "v"},
    "otp_totp.totpdevice": {"owner": "vad"},
    "outbox.message": {"support": "v", "owner": "v"},
    "pro.prosection": {"content": "vacd", "finance": "v", "owner": "vacd"},
    "pro.subscription": {"support": "v", "finance": "v", "owner": "v"},
    "support.complaint": {"compliance": "vac", "owner": "vac"},
    "support.contactmessage": {"support": "v", "compliance": "v", "owner": "v"},
    "support.frozenmonth": {"compliance": "v", "owner": "v"},
    "support.replytemplate": {"support": "vacd", "compliance": "v", "owner": "vacd"},
    "support.ticket": {"support": "v", "compliance": "v", "owner": "v"},
}

ACTIONS: dict[str, str] = {
    "accounts.mobilechange: withdraw": "support owner",
    "catalog.course: change_prices": "content owner",
    "catalog.course: duplicate": "content owner",
    "catalog.course: publish": "content owner",
    "catalog.review: publish": "content compliance owner",
    "catalog.review: reject": "content compliance owner",
    "live.livetrading: duplicate": "sessions owner",
    "live.livetrading: publish": "sessions owner",
    "live.mentorship: change_prices": "sessions owner",
    "live.mentorship: publish": "sessions owner",
    "live.programsession: change_prices": "sessions owner",
    "live.sessionseries: create_sessions": "sessions owner",
    "live.webinar: change_prices": "sessions owner",
    "live.webinar: publish": "sessions owner",
    "media.asset: import_again": "content sessions owner",
    "outbox.message: send_again": "support owner",
    "support.contactmessage: assign_to_chosen": "support owner",
    "support.contactmessage: assign_to_me": "support owner",
    "support.contactmessage: mark_answered": "support owner",
    "support.ticket: assign_to_chosen": "support compliance owner",
    "support.ticket: assign_to_me": "support compliance owner",
}

PAGES: dict[str, Page] = {
    "admin:auth_user_password_change": Page("owner", row="staff"),
    "admin:catalog_certificate_undo": Page("compliance owner", row="certificate"),
    "admin:catalog_certificate_withdraw": Page("compliance owner", row="certificate"),
    "admin:catalog_course_archive": Page("content owner", row="course", method="post"),
    "admin:catalog_course_curriculum": Page("content owner", row="course"),
    "admin:catalog_course_preview": Page("content support finance compliance owner", row="course"),
    "admin:catalog_topic_archive": Page("content owner", row="topic", method="post"),
    "admin:commerce_coupon_import": Page("finance owner"),
    "admin:commerce_couponbatch_csv": Page("finance owner", row="batch"),
    "admin:commerce_creditnote_pdf": Page("support finance owner", row="creditnote"),
    "admin:commerce_gatewayevent_retry": Page("finance owner", row="event", method="post"),
    "admin:commerce_invoice_pdf": Page("support finance owner", row="invoice"),
    "admin:commerce_order_poll": Page("finance owner", row="order", method="post"),
    "admin:commerce_order_refund": Page("finance owner", row="order"),
    "admin:commerce_refund_retry": Page("finance owner", row="refund", method="post"),
    "admin:commerce_refundrequest_approve": Page("finance owner", row="request", method="post"),
    "admin:commerce_refundrequest_decline": Page("finance owner", row="request", method="post"),
    "admin:content_academychapter_preview": Page("content owner", method="post"),
    "admin:content_faqarticle_preview": Page("content owner", method="post"),
    "admin:content_page_preview": Page("compliance owner", method="post"),
    "admin:content_proposedchange_approve": Page("compliance owner", row="change", method="post"),
    "admin:content_proposedchange_decline": Page("compliance owner", row="change", method="post"),
    "admin:live_exchangeholiday_import": Page("sessions owner"),
    "admin:live_livetrading_archive": Page("sessions owner", row="program", method="post"),
    "admin:live_meeting_attendance": Page("sessions support owner", row="meeting"),
    "admin:live_meeting_attendance_csv": Page("sessions owner", row="meeting"),
    "admin:live_meeting_cancel": Page("sessions owner", row="meeting"),
    "admin:live_meeting_reschedule": Page("sessions owner", row="meeting"),
    "admin:live_meeting_seats": Page("sessions owner", row="meeting"),
    "admin:live_mentorship_archive": Page("sessions owner", row="mentorship", method="post"),
    "admin:live_mentorship_cancel": Page("sessions owner", row="mentorship"),
    "admin:live_mentorship_plan": Page("sessions owner"),
    "admin:live_mentorship_seats": Page("sessions owner", row="mentorship"),
    "admin:live_mentorship_weekly": Page("sessions owner", row="mentorship"),
    "admin:live_programsession_attendance": Page("sessions support owner", row="session"),
    "admin:live_programsession_attendance_csv": Page("sessions owner", row="session"),
    "admin:live_programsession_cancel": Page("sessions owner", row="session"),
    "admin:live_programsession_import": Page("sessions owner"),
    "admin:live_programsession_reschedule": Page("sessions owner", row="session"),
    "admin:live_programsession_seats": Page("sessions owner", row="session"),
    "admin:live_webinar_archive": Page("sessions owner", row="webinar", method="post"),
    "admin:live_webinar_attendance": Page("sessions support owner", row="webinar"),
    "admin:live_webinar_attendance_csv": Page("sessions owner", row="webinar"),
    "admin:live_webinar_cancel": Page("sessions owner", row="webinar"),
    "admin:live_webinar_reschedule": Page("sessions owner", row="webinar"),
    "admin:live_webinar_seats": Page("sessions owner", row="webinar"),
    "admin:media_import_state": Page("content sessions owner", row="asset"),
    "admin:media_upload_finish": Page("content sessions owner", row="upload", method="post", may_miss=True),
    "admin:media_upload_part": Page("content sessions owner", row="upload", method="post", may_miss=True),
    "admin:media_upload_start": Page("content sessions owner", method="post"),
    "admin:pro_prosection_archive": Page("content owner", row="section", method="post"),
    "admin:support_contactmessage_assign": Page("support owner", row="message", method="post"),
    "admin:support_contactmessage_note": Page("support owner", row="message", method="post"),
    "admin:support_contactmessage_reply": Page("support owner", row="message", method="post"),
    "admin:support_contactmessage_revoke": Page("support owner", row="message", method="post"),
    "admin:support_ticket_assign": Page("support compliance owner", row="ticket", method="post"),
    "admin:support_ticket_escalate": Page("support compliance owner", row="ticket", method="post"),
    "admin:support_ticket_note": Page("support compliance owner", row="ticket", method="post"),
    "admin:support_ticket_register": Page("support compliance owner", row="ticket", method="post"),
    "admin:support_ticket_reply": Page("support compliance owner", row="ticket", method="post"),
    "admin:support_ticket_revoke": Page("support compliance owner", row="ticket", method="post"),
    "admin:support_ticket_state": Page("support compliance owner", row="ticket", method="post"),
    "admin:support_ticket_unregister": Page("support compliance owner", row="ticket", method="post"),
    "office:attendees": Page("sessions support owner", row="webinar", slug="webinar"),
    "office:attendees_file": Page("sessions owner", row="webinar", slug="webinar", method="post"),
    "office:attendees_message": Page("sessions owner", row="webinar", slug="webinar"),
    "office:calendar": Page("content sessions support finance compliance owner"),
    "office:export": Page("finance owner", row="file", method="post"),
    "office:figures": Page("sessions finance compliance owner"),
    "office:learner": Page("support finance compliance owner", row="learner"),
    "office:learner_action": Page("support owner", row="learner", slug="grant-course"),
    "office:sales_by_day": Page("support finance owner"),
}

FOR_ALL_STAFF = {
    "admin:app_list",
    "admin:autocomplete",
    "admin:index",
    "admin:jsi18n",
    "admin:login",
    "admin:logout",
    "admin:password_change",
    "admin:password_change_done",
    "admin:view_on_site",
    "office:find",
    "office:find_suggestions",
    "office:home",
}
"""Each shows only what the person may see anyway."""
