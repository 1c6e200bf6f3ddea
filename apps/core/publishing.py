"""What a thing needs before it goes public (decision 0081), and its columns for that."""

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils import dateformat, timezone

from apps.core import advert_words, indian_time
from apps.core.advert_words import Finding, PublicText
from apps.core.formatting import short_price


@dataclass(frozen=True, slots=True)
class Facts:
    """What is asked of a thing, as its app reads it from its rows."""

    has_mentor: bool
    has_cover: bool
    cover: str
    """What counts as one, in words."""
    has_content: bool
    content: str
    """'a published topic', 'a date'."""
    prices: Sequence[int]
    """In paise. A program has several; without one there is nothing to confirm yet."""
    texts: Sequence[PublicText]


PUBLISHED = "Published"
REFUSED = (
    "This is public, and an approval is for the texts as they were. Change these texts, or archive it until "
    "Compliance has approved the new ones."
)

FactsOf = Callable[[Sequence[Any]], Mapping[UUID, Facts]]
TextsOf = Callable[[Any], Sequence[PublicText]]
"""All texts of one row that everybody can read."""


@dataclass(frozen=True, slots=True)
class Step:
    """A line of the checklist."""

    name: str
    is_done: bool
    missing: str
    findings: Sequence[Finding] = ()


class ApprovableModel(models.Model):
    """What is public and may say what the advertisement code restricts, with an approval."""

    approval_number = models.CharField(
        max_length=40,
        blank=True,
        db_default="",
        help_text="Of the supervisory body, for texts that the advertisement code restricts.",
    )
    approval_last_day = models.DateField(
        "last day of the approval", null=True, blank=True, help_text="In Indian time. Included."
    )

    approved_digest = models.CharField(
        max_length=64, blank=True, db_default="", editable=False, help_text="Of the texts that were approved."
    )

    class Meta:
        abstract = True


PUBLIC_FROM_HELP = (
    "In Indian time. Until then only staff see what is published; then it appears within a minute."
)


class PublishableModel(ApprovableModel):
    """Comes after `InvalidatesCache` in the bases of what has `is_published`."""

    confirmed_prices = models.JSONField(
        null=True, editable=False, help_text="In paise: what somebody read once more and confirmed."
    )
    free_confirmed = models.BooleanField(
        "free for everybody?",
        default=False,
        db_default=False,
        help_text="Tick if the price is 0 on purpose. It is cleared when there is a price.",
    )

    confirms_prices = False
    """Whether a form is being saved in which somebody confirms its prices."""

    class Meta:
        abstract = True

    def has_confirmed(self, prices: Iterable[int]) -> bool:
        """What costs nothing has a question of its own."""
        return self.confirmed_prices is not None and set(prices) <= {0, *self.confirmed_prices}


def public(prefix: str = "", *, at: datetime | None = None) -> Q:
    """
    Whose moment has come by `at`, or by now; for rows with `is_published` and `published_at` (decision 0102).

    :param prefix: of the fields, with its underscores, for rows that belong to such a row
    """
    return Q(**{f"{prefix}is_published": True, f"{prefix}published_at__lte": at or timezone.now()})


def is_public(row: Any, *, at: datetime) -> bool:
    """`public` for a row at hand; without `published_at` it is public once it is published."""
    return row.is_published and getattr(row, "published_at", at) <= at


def publication(row: Any, *, at: datetime) -> str:
    """For staff."""
    return public_from(row, at=at) if row.is_published else "Not published"


def public_from(row: Any, *, at: datetime) -> str:
    """What `publication` is once the row is published, in the Indian time that staff enter."""
    moment = getattr(row, "published_at", at)
    if moment <= at:
        return PUBLISHED
    return f"Scheduled: {dateformat.format(moment.astimezone(indian_time.INDIA), 'j M Y, g:i A')}"


def approval_index(name: str) -> models.Index:
    """Published rows whose approval ends, for the home of the office."""
    condition = Q(is_published=True, approval_last_day__isnull=False)
    return models.Index(fields=["approval_last_day"], name=name, condition=condition)


def facts_texts(facts_of: FactsOf) -> Callable[[Sequence[Any]], Mapping[UUID, Sequence[PublicText]]]:
    return lambda rows: {pk: facts.texts for pk, facts in facts_of(rows).items()}


def digest(texts: Sequence[PublicText]) -> str:
    """
    Identifies what an approval covers: the texts of the row, and the restricted ones of its parts.

    So a new session or topic that says nothing restricted ends no approval, nor does the order of the parts.
    """
    restricted = set(advert_words.restricted(texts))
    covered = {
        ("a part" if text.is_part else text.where, text.text)
        for text in texts
        if not text.is_part or text in restricted
    }
    return hashlib.sha256(json.dumps(sorted(covered)).encode()).hexdigest()


def is_approved(row: ApprovableModel, texts: Sequence[PublicText], *, day: date) -> bool:
    """Whether exactly these texts were approved, and still are."""
    has_not_ended = row.approval_last_day is not None and row.approval_last_day >= day
    return bool(row.approval_number) and has_not_ended and row.approved_digest == digest(texts)


def checklist(row: PublishableModel, facts: Facts, *, day: date) -> list[Step]:
    return [
        Step("Mentor", facts.has_mentor, "a mentor"),
        Step("Cover", facts.has_cover, f"a cover ({facts.cover})"),
        Step("Content", facts.has_content, f"at least one {facts.content}"),
        _price_step(row, facts),
        *([_free_step(row)] if 0 in facts.prices else []),
        advert_step(row, facts.texts, day=day),
    ]


def missing(row: PublishableModel, facts: Facts, *, day: date) -> list[str]:
    """What prevents publishing, for a sentence; empty if nothing does."""
    return [step.missing for step in checklist(row, facts, day=day) if not step.is_done]


def _price_step(row: PublishableModel, facts: Facts) -> Step:
    prices = [short_price(paise) for paise in sorted(set(facts.prices))]
    shown = f" ({prices[0]} to {prices[-1]})" if len(prices) > 1 else f" ({prices[0]})" if prices else ""
    return Step(f"Price confirmed{shown}", row.has_confirmed(facts.prices), "the confirmation of the price")


def _free_step(row: PublishableModel) -> Step:
    return Step(
        "Free for everybody?", row.free_confirmed, "the confirmation that it is free for everybody (price ₹0)"
    )


def advert_step(row: ApprovableModel, texts: Sequence[PublicText], *, day: date) -> Step:
    findings = advert_words.find(texts)
    first = f" {findings[0]}" if findings else ""
    more = f", and {len(findings) - 1} more" if len(findings) > 1 else ""
    return Step(
        "Advertisement code",
        not findings or is_approved(row, texts, day=day),
        f"an approval of these texts, today or later, by Compliance.{first}{more}",
        findings,
    )


def refuse_change_of_published(
    row: PublishableModel,
    *,
    changed: Collection[str],
    text_fields: Collection[str],
    price_paise: int | None,
    texts: Sequence[PublicText],
    day: date,
) -> None:
    """
    What is public must not become what could not be published. Other changes of it are never refused.

    :raises ValidationError: with the words that were found
    """
    if price_paise == 0 and not row.free_confirmed and {"price", "free_confirmed"}.intersection(changed):
        raise ValidationError({"free_confirmed": "The price is 0. Tick this if it is free for everybody."})
    if set(text_fields).isdisjoint(changed):
        return
    step = advert_step(row, texts, day=day)
    if not step.is_done:
        raise ValidationError([REFUSED, *map(str, step.findings)])
