from django.db import models


class EntryKind(models.TextChoices):
    ADDED = "added", "Added"
    CHANGED = "changed", "Changed"
    DELETED = "deleted", "Deleted"
    ACTION = "action", "Action"
    VIEWED = "viewed", "Viewed"
    EXPORTED = "exported", "Exported"
