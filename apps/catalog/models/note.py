from datetime import datetime
from typing import ClassVar, NamedTuple

from django.conf import settings
from django.db import models
from django.db.models import Q

from apps.core.ids import new_id


class NoteState(NamedTuple):
    """
    What a device reports about a note. Of two states the greater one is kept: the later, and of two from the
    same millisecond always the same one, so that devices agree in whatever order their requests arrive.
    """

    updated_at: datetime
    is_kept: bool
    """False: it was deleted, and the rest is empty."""
    text: str
    at_seconds: int


class TopicNote(models.Model):
    """
    A person's note at a moment of a topic, or what is left of a deleted one.

    The row of a deleted note stays, without its text, so that an older edit that arrives later does not
    bring it back.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    topic = models.ForeignKey("catalog.Topic", models.CASCADE, related_name="+")
    note_id = models.UUIDField(
        help_text="Made by the browser, so it identifies a note of this person and topic only."
    )
    at_seconds = models.PositiveIntegerField(default=0, help_text="The moment in the video; else 0.")
    text = models.TextField(blank=True)
    is_deleted = models.BooleanField(default=False)
    updated_at = models.DateTimeField(help_text="When the person wrote it, by the clock of their device.")
    cuts = models.JSONField(
        default=dict,
        db_default={},
        blank=True,
        help_text="What devices with a fast clock sent last as the time, which was cut to the present: "
        "the device and milliseconds since 1970.",
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "topic", "note_id"], name="one_row_a_note"),
            models.CheckConstraint(
                condition=Q(is_deleted=False) | Q(text="", at_seconds=0),
                name="deleted_note_is_empty",
            ),
        ]

    def __str__(self) -> str:
        # Staff see this where they delete a topic; what people write is theirs.
        return f"note in {self.topic_id}"

    @property
    def state(self) -> NoteState:
        return NoteState(self.updated_at, not self.is_deleted, self.text, self.at_seconds)

    @state.setter
    def state(self, state: NoteState) -> None:
        self.updated_at, is_kept, self.text, self.at_seconds = state
        self.is_deleted = not is_kept
