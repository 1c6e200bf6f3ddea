"""What a name is found by besides its beginning."""

import re
from collections.abc import Iterable
from itertools import islice
from typing import Any, ClassVar

from django.conf import settings
from django.db import models

from apps.core.prefix_search import Folded

_LATER_WORD = re.compile(r"(?<=[\s.'’-])[^\s.'’-]")
_MOST = 8
_BATCH = 2000


class NameTail(models.Model):
    """
    The end of a person's name from its second word on, from its third, and so on.

    The beginning of any word is so the beginning of an indexed text: 'Asha Devi Rao' is found by 'Asha D' in
    her own row, and by 'Devi R' and 'Rao' here. `User.save` keeps the rows.
    """

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="name_tails")
    text = models.CharField(max_length=80)

    class Meta:
        ordering = ("text", "id")
        indexes: ClassVar = [models.Index(Folded("text"), "person", name="name_tails_by_text")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "text"], name="name_tail_once_a_person"),
        ]

    def __str__(self) -> str:
        return self.text


def tails_of(name: str) -> set[str]:
    """Names have few words; of a text with many the first ones are enough to find it."""
    plain = " ".join(name.split())
    return {plain[match.start() :] for match in islice(_LATER_WORD.finditer(plain), _MOST)}


def store_tails(person: Any) -> None:
    """Make the rows match the name, in the transaction that saves it: it has locked the person's row."""
    wanted = tails_of(person.name)
    stored = set(NameTail.objects.filter(person=person).values_list("text", flat=True))
    if stored - wanted:
        NameTail.objects.filter(person=person, text__in=stored - wanted).delete()
    add_tails([(person.pk, person.name)], known=stored)


def add_tails(people: Iterable[tuple[Any, str]], *, known: Iterable[str] = ()) -> None:
    """Store the tails of people, given by id and name; `known` are those that the only one has already."""
    rows = [
        NameTail(person_id=person_id, text=text)
        for person_id, name in people
        for text in sorted(tails_of(name).difference(known))
    ]
    NameTail.objects.bulk_create(rows, batch_size=_BATCH)
