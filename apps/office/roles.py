"""
The roles that come with the site: which permissions the group of each has.

Each `migrate` sets the groups of these roles to this table again; groups that staff made are never touched. A
permission that a new part adds is one line here for each role that needs it. The owner has every permission.
"""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import Group, Permission
from django.db import transaction

from apps.accounts.models import Role

_EDIT = "view add change delete"


@dataclass(frozen=True, slots=True)
class RoleTable:
    name: str
    models: Mapping[str, str] = field(default_factory=dict)
    """What may be done with the rows of a model: view, add, change, delete."""
    permissions: tuple[str, ...] = ()
    """Permissions of their own, as 'app.codename'."""
    has_everything: bool = False

    def codenames(self) -> Iterator[str]:
        for model, verbs in self.models.items():
            app, _, name = model.partition(".")
            yield from (f"{app}.{verb}_{name}" for verb in verbs.split())
        yield from self.permissions


ROLES: Mapping[str, RoleTable] = {
    "content": RoleTable(
        name="Content",
        models={
            "catalog.category": _EDIT,
            "catalog.course": _EDIT,
            "catalog.courseinstructor": _EDIT,
            "catalog.modulecourse": _EDIT,
            "catalog.question": _EDIT,
            "catalog.review": "view change",
            "catalog.searchsynonym": _EDIT,
            "catalog.topic": "view change delete",
            "catalog.topicquestion": "view change delete",
            "content.academychapter": _EDIT,
            "content.academymodule": _EDIT,
            "content.chapterquestion": _EDIT,
            "content.faqarticle": _EDIT,
            "content.faqgroup": _EDIT,
            "content.faqtopic": _EDIT,
            "content.glossaryterm": _EDIT,
            "content.instructor": _EDIT,
            "content.page": "view",
            "content.proposedchange": "view",
            "content.sitesettings": "view",
            "content.testimonial": _EDIT,
            "live.livetrading": "view",
            "live.mentorship": "view",
            "live.webinar": "view",
            "media.asset": _EDIT,
            "pro.benefit": _EDIT,
            "pro.plan": _EDIT,
            "pro.prosection": _EDIT,
        },
    ),
    "sessions": RoleTable(
        name="Sessions",
        models={
            "catalog.category": "view",
            "content.instructor": "view",
            "content.proposedchange": "view",
            "live.booking": "view",
            "live.exchangeholiday": _EDIT,
            "live.livetrading": _EDIT,
            "live.meeting": _EDIT,
            "live.mentorship": _EDIT,
            "live.programsession": _EDIT,
            "live.sessionplan": _EDIT,
            "live.sessionseries": _EDIT,
            "live.waitlistentry": "view",
            "live.webinar": _EDIT,
            "media.asset": "view add change",
        },
        permissions=(
            "accounts.export_data",
            "accounts.view_session_delivery",
            "live.message_attendees",
            "live.view_attendance",
            "office.export_attendance",
            "office.export_attendees",
        ),
    ),
    "support": RoleTable(
        name="Support",
        models={
            "accounts.consent": "view",
            "accounts.delivery": "view",
            "accounts.entitlement": "view",
            "accounts.lostnumber": "view",
            "accounts.mobilechange": "view",
            "accounts.triallead": "view",
            "accounts.user": "view add change",
            "catalog.certificate": "view",
            "catalog.course": "view",
            "catalog.review": "view",
            "catalog.topicquestion": "view change",
            "commerce.coupon": "view",
            "commerce.creditnote": "view",
            "commerce.invoice": "view",
            "commerce.order": "view",
            "commerce.payment": "view",
            "commerce.refund": "view",
            "live.booking": "view",
            "live.livetrading": "view",
            "live.meeting": "view",
            "live.mentorship": "view",
            "live.programsession": "view",
            "live.waitlistentry": "view",
            "live.webinar": "view",
            "outbox.message": "view change",
            "pro.subscription": "view",
            "support.contactmessage": "view change",
            "support.replytemplate": _EDIT,
            "support.ticket": "view change",
        },
        permissions=(
            "accounts.block_user",
            "accounts.change_mobile",
            "accounts.end_session",
            "accounts.grant_access",
            "accounts.view_message_text",
            "commerce.resend_receipt",
            "live.view_attendance",
        ),
    ),
    "finance": RoleTable(
        name="Finance",
        models={
            "accounts.entitlement": "view",
            "accounts.user": "view",
            "catalog.course": "view",
            "commerce.coupon": _EDIT,
            "commerce.couponbatch": "view add change",
            "commerce.creditnote": "view",
            "commerce.dispute": "view",
            "commerce.gatewayevent": "view change",
            "commerce.gstrate": _EDIT,
            "commerce.invoice": "view",
            "commerce.ledgerentry": "view",
            "commerce.order": "view change",
            "commerce.payment": "view",
            "commerce.providerjob": "view",
            "commerce.refund": "view",
            "commerce.refundattempt": "view",
            "commerce.refundrequest": "view",
            "commerce.refundsettings": "view add change",
            "commerce.settlementline": "view",
            "content.proposedchange": "view",
            "live.booking": "view",
            "live.livetrading": "view",
            "live.mentorship": "view",
            "live.programsession": "view",
            "live.webinar": "view",
            "pro.prosection": "view",
            "pro.subscription": "view",
        },
        permissions=(
            "accounts.export_data",
            "accounts.view_order_delivery",
            "commerce.approve_refund",
            "commerce.download_codes",
            "commerce.refund_order",
            "content.approve_price_change",
            "office.export_coupons",
            "office.export_gst",
            "office.export_ledger",
            "office.export_payouts",
            "office.export_sales",
        ),
    ),
    "compliance": RoleTable(
        name="Compliance",
        models={
            "accounts.consent": "view",
            "accounts.delivery": "view",
            "accounts.loginsettings": "view add change",
            "accounts.messagetemplate": "view change",
            "accounts.user": "view",
            "audit.auditentry": "view",
            "auth.group": "view",
            "catalog.certificate": "view",
            "catalog.course": "view",
            "catalog.review": "view change",
            "content.academychapter": "view",
            "content.academymodule": "view",
            "content.advertfinding": "view",
            "content.complianceaudit": _EDIT,
            "content.faqarticle": "view",
            "content.instructor": "view",
            "content.page": "view change",
            "content.pageversion": "view change",
            "content.proposedchange": "view",
            "content.secondpersonsettings": "view",
            "content.sitesettings": "view add change",
            "content.testimonial": "view change",
            "live.livetrading": "view",
            "live.mentorship": "view",
            "live.webinar": "view",
            "office.exportrun": "view",
            "pro.prosection": "view",
            "support.complaint": _EDIT,
            "support.contactmessage": "view",
            "support.frozenmonth": "view",
            "support.lockedgrievance": "view",
            "support.replytemplate": "view",
            "support.ticket": "view change",
        },
        permissions=(
            "accounts.block_user",
            "accounts.export_data",
            "accounts.view_message_text",
            "catalog.withdraw_certificate",
            "content.approve_advertisement",
            "content.approve_page_change",
            "office.approve_wording",
            "office.export_learners",
            "office.view_readiness",
        ),
    ),
    "owner": RoleTable(name="Owner", has_everything=True),
}


@transaction.atomic
def sync_groups(**_signal: Any) -> None:
    """Receiver of `post_migrate`: sets the groups to the table. Idempotent."""
    ids = {
        f"{app}.{codename}": pk
        for pk, app, codename in Permission.objects.values_list("pk", "content_type__app_label", "codename")
    }
    groups = _groups()
    through = Group.permissions.through
    wanted = {(groups[key].pk, pk) for key, role in ROLES.items() for pk in _permission_ids(role, ids)}
    rows = through.objects.filter(group__in=groups.values())
    stored = {
        (group, permission): pk for pk, group, permission in rows.values_list("pk", "group", "permission")
    }
    through.objects.filter(pk__in=[pk for pair, pk in stored.items() if pair not in wanted]).delete()
    missing = sorted(wanted - stored.keys())
    through.objects.bulk_create([through(group_id=group, permission_id=pk) for group, pk in missing])


def _permission_ids(role: RoleTable, ids: Mapping[str, int]) -> Set[int]:
    if role.has_everything:
        return set(ids.values())
    # A permission of an app that is not migrated yet follows with it.
    return {ids[name] for name in role.codenames() if name in ids}


def _groups() -> dict[str, Group]:
    """The group of each role. One that has the name of a group of the staff's own gets another."""
    groups = {role.key: role.group for role in Role.objects.select_related("group")}
    taken = set(Group.objects.values_list("name", flat=True))
    for key, role in ROLES.items():
        if key not in groups:
            name = role.name if role.name not in taken else f"{role.name} (from Rally)"
            groups[key] = Group.objects.create(name=name)
            Role.objects.create(key=key, group=groups[key])
    return {key: groups[key] for key in ROLES}
