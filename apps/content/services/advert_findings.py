"""Keeps what the advertisement code restricts in published texts, as a list for Compliance."""

from collections.abc import Collection, Sequence
from datetime import date, datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import models, transaction
from django.utils import timezone

from apps.accounts.models import User
from apps.audit.selectors.authors import authors_since_approval
from apps.content.models import AdvertFinding
from apps.content.services.approvals import OwnText
from apps.core import advertised_texts, indian_time, publishing
from apps.core.advert_words import Finding, PublicText
from apps.core.advertised_texts import Advertised
from apps.core.errors import NotFound
from apps.core.publishing import ApprovableModel
from apps.core.row_processing import process_batch

_BATCH = 50


class UnknownFinding(NotFound):
    message = "This was changed in the meantime. Nothing is to be decided any more."


def scan_all() -> None:
    """Every published row; one that fails does not stop the others."""
    for advertised in advertised_texts.registered():
        ids = list(advertised.rows().values_list("pk", flat=True))
        for first in range(0, len(ids), _BATCH):
            rows = list(advertised.rows().filter(pk__in=ids[first : first + _BATCH]))
            process_batch(rows, partial(_scan, advertised), name=str)
        stored = AdvertFinding.objects.filter(object_type=advertised.model._meta.label_lower)
        gone = set(stored.values_list("object_id", flat=True)) - set(map(str, ids))
        stored.filter(object_id__in=gone).delete()


def scan(*, model: type[models.Model], ids: Collection[Any]) -> None:
    """These rows, in the caller's transaction if there is one."""
    advertised = advertised_texts.of_label(model._meta.label_lower)
    rows = list(advertised.rows().filter(pk__in=ids))
    _scan(advertised, rows)
    gone = {str(pk) for pk in ids} - {str(row.pk) for row in rows}
    AdvertFinding.objects.filter(object_type=model._meta.label_lower, object_id__in=gone).delete()


def scan_saved(row: models.Model, **_signal: Any) -> None:
    """Receiver of `advertised_texts.saved`."""
    scan(model=type(row), ids=[row.pk])


@transaction.atomic(durable=True)
def accept(*, finding_id: UUID, shown: str, note: str, by: User, at: datetime) -> None:
    """
    Let these texts stay, until they are changed.

    :raises UnknownFinding: if other texts than the shown ones were found since, or an approval is needed
    :raises OwnText: if they changed the texts since they were last let stay
    """
    rows = AdvertFinding.objects.open().filter(pk=finding_id, digest=shown)
    finding = rows.select_for_update(no_key=True).first()
    if finding is None or not may_stay(finding):
        raise UnknownFinding()
    advertised = advertised_texts.of_label(finding.object_type)
    row = advertised.rows().filter(pk=finding.object_id).first()
    if row is not None and by.pk in authors_since_approval(
        [row, finding], fields=advertised.columns, approval="accepted_at"
    ):
        raise OwnText()
    rows.update(accepted_at=at, accepted_by=by, note=note)


def may_stay(finding: AdvertFinding) -> bool:
    """Whether it needs no number of an approval: it is no product of ours."""
    return bool(advertised_texts.of_label(finding.object_type).columns)


def _scan(advertised: Advertised, rows: Sequence[Any]) -> None:
    day, label = indian_time.today(), advertised.model._meta.label_lower
    texts = advertised.texts_of(rows)
    found = {row.pk: _findings(advertised, row, texts[row.pk], day=day) for row in rows}
    clean = [str(pk) for pk, findings in found.items() if not findings]
    AdvertFinding.objects.filter(object_type=label, object_id__in=clean).delete()
    for row in rows:
        if found[row.pk]:
            _keep(label, row, texts[row.pk], found[row.pk])


def _findings(advertised: Advertised, row: Any, texts: Sequence[PublicText], *, day: date) -> list[Finding]:
    findings = advertised.findings(row, texts)
    is_approved = isinstance(row, ApprovableModel) and publishing.is_approved(row, texts, day=day)
    return [] if findings and is_approved else findings


def _keep(label: str, row: Any, texts: Sequence[PublicText], findings: Sequence[Finding]) -> None:
    """A decision about other texts, or other words in them, does not count for these."""
    values = {
        "object_text": str(row)[:120],
        "found": [str(finding) for finding in findings],
        "digest": publishing.digest(texts),
        "found_at": timezone.now(),
        "accepted_at": None,
        "accepted_by": None,
        "note": "",
    }
    kept, is_new = AdvertFinding.objects.get_or_create(
        object_type=label, object_id=str(row.pk), defaults=values
    )
    if not is_new and (kept.digest, kept.found) != (values["digest"], values["found"]):
        AdvertFinding.objects.filter(pk=kept.pk, digest=kept.digest).update(**values)
