from typing import ClassVar

from django.db import models

from apps.core.ids import new_id


class UnusedFile(models.Model):
    """
    A file of the private storage, or the folder of an import, that a worker deletes once it is due.

    Written with what makes it unused, in one transaction. Only what is listed here is ever deleted: a site
    with an older database, or with another site's storage, deletes no file that it does not know.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    name = models.CharField(max_length=200)
    is_folder = models.BooleanField(default=False)
    due_at = models.DateTimeField()
    attempts = models.PositiveIntegerField(default=0)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["due_at", "id"], name="unused_file_due"),
            models.Index(fields=["name"], name="unused_file_name"),
        ]

    def __str__(self) -> str:
        return self.name
