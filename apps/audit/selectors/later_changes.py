"""Who changed something after a page was opened, in words for whoever still had it open."""

from collections.abc import Collection
from datetime import datetime

from django.contrib.admin.utils import label_for_field
from django.db import models
from django.utils.formats import date_format
from django.utils.text import get_text_list
from django.utils.timezone import localtime

from apps.audit.models import AuditEntry

_MAX_ENTRIES = 50


def later_changes(
    *, row: models.Model, since: datetime, fields: Collection[str], part_fields: Collection[str] = ()
) -> str:
    """
    'Asha Nair changed Title and Lead (25 Nov 2026, 3:45 PM).'

    `part_fields` are those of the rows on its page. What buyers and jobs change is in no entry.
    """
    entries = AuditEntry.objects.filter(
        object_type=row._meta.label_lower, object_id=str(row.pk), at__gte=since
    )
    found: dict[AuditEntry, list[str]] = {}
    known: set[str] = set()
    for entry in entries.select_related("person").order_by("-at", "-id")[:_MAX_ENTRIES]:
        for change in entry.changes:
            name = change["field"]
            if name in (part_fields if change.get("of") else fields) and name not in known:
                found.setdefault(entry, []).append(change["label"])
                known.add(name)
    sentences = [
        f"{entry.person} changed {get_text_list(labels, 'and')}"
        f" ({date_format(localtime(entry.at), 'DATETIME_FORMAT')})."
        for entry, labels in found.items()
    ]
    others = [_label(row, name) for name in fields if name not in known]
    if others:
        verb = "was" if len(others) == 1 else "were"
        sentences.append(f"{get_text_list(others, 'and')} {verb} changed, but not by staff in the admin.")
    return " ".join(sentences)


def _label(row: models.Model, name: str) -> str:
    label = str(label_for_field(name, type(row)))
    return label[:1].upper() + label[1:]
