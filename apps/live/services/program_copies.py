"""A draft made from a live trading program: its texts and plans, without sessions and bookings."""

from dataclasses import dataclass
from uuid import UUID

from django.db import IntegrityError, transaction

from apps.core.errors import Conflict
from apps.live.models import LiveTrading, SessionPlan

_COPIED = (
    "host_id",
    "language",
    "category_id",
    "long_description",
    "agenda",
    "hue",
    "banner",
    "small_banner",
)
_OF_PLANS = (
    "price_name",
    "num_of_sessions",
    "actual_price_paise",
    "discounted_price_paise",
    "validity_days",
)


class SlugTaken(Conflict):
    code = "slug_taken"
    message = "Another program has this slug. Enter another one."


@dataclass(frozen=True, slots=True)
class ProgramCopy:
    program: LiveTrading
    is_new: bool
    """False if this form was sent before."""


@transaction.atomic(durable=True)
def copy_program(*, program_id: UUID, copy_id: UUID, title: str, slug: str) -> ProgramCopy:
    """
    Copy a program with its plans. Series stay with the old one: they would create its sessions twice.

    `copy_id` is the key of the form: a form that is sent twice makes one copy.

    :raises SlugTaken: if another program has the slug
    """
    source = LiveTrading.objects.select_for_update(no_key=True).get(pk=program_id)
    made = LiveTrading.objects.filter(pk=copy_id).first()
    if made is not None:
        return ProgramCopy(made, is_new=False)
    values = {name: getattr(source, name) for name in _COPIED}
    copy = LiveTrading(id=copy_id, title=title, weburlname=slug, is_published=False, **values)
    try:
        with transaction.atomic():
            copy.save(force_insert=True)
    except IntegrityError:
        raise SlugTaken from None
    for plan in SessionPlan.objects.filter(program=source).in_order():
        SessionPlan.objects.create(program=copy, **{name: getattr(plan, name) for name in _OF_PLANS})
    return ProgramCopy(copy, is_new=True)
