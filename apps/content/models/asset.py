from contextlib import suppress
from pathlib import PurePath
from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.db import models

from apps.content import mp4
from apps.content.states import AssetKind, Provider
from apps.core import pictures
from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id

_ENDINGS = {
    AssetKind.VIDEO: ("mp4", "webm"),
    AssetKind.CAPTIONS: ("vtt",),
    AssetKind.PDF: ("pdf",),
    AssetKind.IMAGE: ("jpg", "jpeg", "png", "webp", "avif"),
    AssetKind.FILE: ("csv", "docx", "ods", "odt", "pdf", "pptx", "txt", "xlsx", "zip"),
}
_BEGINNINGS = {AssetKind.CAPTIONS: (b"WEBVTT", b"\xef\xbb\xbfWEBVTT"), AssetKind.PDF: (b"%PDF-",)}


PRIVATE = "private"
"""The folder of uploaded files that no public address serves."""


def private_path(asset: "Asset", filename: str) -> str:
    """Below the private folder, under the asset's own id."""
    return f"{PRIVATE}/{asset.pk}/{PurePath(filename).name}"


class AssetQuerySet(InvalidatesCacheQuerySet["Asset"]):
    pass


class Asset(InvalidatesCache, models.Model):
    """
    A film, document or picture that only some may see.

    It has no address of its own: one is signed for the person each time they may open it.
    """

    cache_tags = ("catalog",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    title = models.CharField(max_length=120)
    kind = models.CharField(max_length=10, choices=AssetKind)
    provider = models.CharField(max_length=10, choices=Provider, default=Provider.LOCAL)
    file = models.FileField(upload_to=private_path, blank=True, help_text="For files on this machine.")
    source_key = models.CharField(
        max_length=200, blank=True, help_text="What a video host or object storage calls it."
    )
    language = models.CharField(
        max_length=10, blank=True, help_text="Of captions, as browsers name it: en, hi."
    )
    duration_seconds = models.PositiveIntegerField(
        default=0, help_text="Of a video, in seconds; 0: it is read from an MP4."
    )
    size_bytes = models.PositiveBigIntegerField(default=0, editable=False)
    uploaded_at = models.DateTimeField(auto_now_add=True)

    objects = AssetQuerySet.as_manager()

    class Meta:
        ordering = ("-uploaded_at", "-id")
        indexes: ClassVar = [models.Index(fields=["-uploaded_at", "-id"], name="asset_newest")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=(models.Q(provider=Provider.LOCAL) & ~models.Q(file=""))
                | (~models.Q(provider=Provider.LOCAL) & ~models.Q(source_key="")),
                name="asset_lies_somewhere",
                violation_error_message="Upload a file, or name what the provider calls it.",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def filename(self) -> str:
        return PurePath(self.file.name or "").name

    def clean(self) -> None:
        """Browsers go by the kind: a file of another sort would be offered and then not play."""
        if not self.file or self.kind not in AssetKind.values:
            return
        is_new = not self.file._committed  # type: ignore[attr-defined]
        if self.kind == AssetKind.IMAGE and is_new:
            self._keep_as_picture()
        endings = _ENDINGS[AssetKind(self.kind)]
        if PurePath(self.filename).suffix.lower().removeprefix(".") not in endings:
            raise ValidationError({"file": f"A file of this kind ends in: {', '.join(endings)}."})
        beginnings = _BEGINNINGS.get(AssetKind(self.kind))
        if beginnings and not self._begins_with(beginnings):
            raise ValidationError({"file": "By its content this is a file of another kind."})

    def _keep_as_picture(self) -> None:
        try:
            self.file = pictures.made(self.file.file, pictures.STILL)
        except ValidationError as refusal:
            raise ValidationError({"file": refusal}) from refusal

    def save(self, *args: Any, **kwargs: Any) -> None:
        # A file that is gone is no reason not to rename its row.
        with suppress(FileNotFoundError):
            self._measure()
        named = kwargs.get("update_fields")
        if named is not None and "file" in named:
            kwargs["update_fields"] = {*named, "size_bytes", "duration_seconds"}
        super().save(*args, **kwargs)

    def _measure(self) -> None:
        self.size_bytes = self.file.size if self.file else 0
        if self.kind == AssetKind.VIDEO and self.file and not self.duration_seconds:
            # Not closed: a file that is just uploaded could not be opened again.
            self.duration_seconds = mp4.seconds(self.file.open("rb")) or 0
            self.file.seek(0)

    def _begins_with(self, beginnings: tuple[bytes, ...]) -> bool:
        try:
            start: bytes = self.file.open("rb").read(16)
        except FileNotFoundError:
            return False
        self.file.seek(0)
        return start.startswith(beginnings)
