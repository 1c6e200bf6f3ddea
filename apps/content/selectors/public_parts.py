"""New texts of parts of what is public: chapters, topics, plans, sessions, series and meetings (0081)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from apps.core import advert_words, publishing
from apps.core.advert_words import PublicText
from apps.core.publishing import TextsOf


def refusals(owner: Any, texts: Sequence[PublicText], *, texts_of: TextsOf, day: date) -> list[str]:
    """
    Why these texts may not be added to their owner, an `ApprovableModel`; empty if they may.

    Nothing is refused for a draft: it is asked before it goes public. Nor is what its approval covers, such
    as one more session of an approved name. Without a finding nothing is queried.
    """
    if owner._state.adding or not advert_words.find(texts):
        return []
    if not type(owner)._default_manager.filter(pk=owner.pk, is_published=True).exists():
        return []
    present = texts_of(owner)
    findings = advert_words.find(texts, beside=present)
    added = [replace(text, is_part=True) for text in texts]
    if not findings or publishing.is_approved(owner, [*present, *added], day=day):
        return []
    asked = (
        f"'{owner}' is public. Change these texts, or archive it until Compliance has approved the new ones."
    )
    return [asked, *map(str, findings)]
