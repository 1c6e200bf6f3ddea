"""What a thing needs before it goes public (decision 0081), and its columns for that."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import models

from apps.core import advert_words
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

    APPROVAL: ClassVar = ("approval_number", "approval_last_day")

    class Meta:
        abstract = True


class PublishableModel(ApprovableModel):
    """Comes after `InvalidatesCache` in the bases of what has `is_published`."""

    price_confirmed = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Somebody read the price once more. Asked before this is published.",
    )
    free_confirmed = models.BooleanField(
        "free for everybody?",
        default=False,
        db_default=False,
        help_text="Tick if the price is 0 on purpose. It is cleared when there is a price.",
    )

    class Meta:
        abstract = True


def approval_index(name: str) -> models.Index:
    """Published rows whose approval ends, for the home of the office."""
    condition = models.Q(is_published=True, approval_last_day__isnull=False)
    return models.Index(fields=["approval_last_day"], name=name, condition=condition)


def field_texts(row: models.Model, names: Sequence[str]) -> list[PublicText]:
    """Texts and lists of texts, under the names that staff know."""
    found = []
    for name in names:
        value = getattr(row, name)
        # A blank line: what two items say is no sentence.
        text = "\n\n".join(value) if isinstance(value, list) else value
        found.append(PublicText(f"'{row._meta.get_field(name).verbose_name}'", text))  # type: ignore[union-attr]
    return found


def is_approved(row: ApprovableModel, *, day: date) -> bool:
    return bool(row.approval_number) and row.approval_last_day is not None and row.approval_last_day >= day


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
    return Step(f"Price confirmed{shown}", row.price_confirmed, "the confirmation of the price")


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
        not findings or is_approved(row, day=day),
        f"an approval number and its last day, today or later, for what the texts say.{first}{more}",
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
    if {*text_fields, *PublishableModel.APPROVAL}.isdisjoint(changed):
        return
    step = advert_step(row, texts, day=day)
    if not step.is_done:
        found = [str(finding) for finding in step.findings]
        raise ValidationError(
            {
                "approval_number": [
                    "Change these texts, or enter an approval number and its last day, today or later.",
                    *found,
                ]
            }
        )
