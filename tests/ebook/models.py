"""Models of the test app; the fixture creates their tables."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from apps.core.ids import new_id


class EbookQuerySet(models.QuerySet["Ebook"]):
    def take_copy(self) -> bool:
        free = self.filter(Q(copies__isnull=True) | Q(taken__lt=F("copies")))
        return free.update(taken=F("taken") + 1) == 1

    def release_copy(self) -> None:
        self.filter(taken__gt=0).update(taken=F("taken") - 1)


class Ebook(models.Model):
    id = models.UUIDField(primary_key=True, default=new_id)
    series = models.UUIDField()
    title = models.CharField(max_length=200)
    price_paise = models.BigIntegerField()
    copies = models.PositiveIntegerField(null=True)
    taken = models.PositiveIntegerField(default=0)

    objects = EbookQuerySet.as_manager()

    class Meta:
        app_label = "ebook"

    def __str__(self) -> str:
        return self.title


class Copy(models.Model):
    """The copy of one order line: held, then read, then perhaps revoked."""

    line = models.UUIDField(primary_key=True)
    reader = models.UUIDField()
    ebook = models.ForeignKey(Ebook, models.CASCADE)
    state = models.CharField(max_length=10)

    class Meta:
        app_label = "ebook"

    def __str__(self) -> str:
        return f"{self.ebook}: {self.state}"
