from contextlib import suppress
from pathlib import PurePath
from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.db import models

from apps.core import images
from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id
from apps.media import ffmpeg, mp4
from apps.media.states import AssetKind, Provider
from apps.media.storage import private_storage

PLAYABLE_EXTENSIONS = ("mp4", "webm")
"""What browsers play as it is. Other videos have to be imported first."""

_EXTENSIONS = {
    AssetKind.VIDEO: PLAYABLE_EXTENSIONS,
    AssetKind.CAPTIONS: ("vtt",),
    AssetKind.PDF: ("pdf",),
    AssetKind.IMAGE: ("jpg", "jpeg", "png", "webp", "avif"),
    AssetKind.FILE: ("csv", "docx", "ods", "odt", "pdf", "pptx", "txt", "xlsx", "zip"),
}
_SIGNATURES = {AssetKind.CAPTIONS: (b"WEBVTT", b"\xef\xbb\xbfWEBVTT"), AssetKind.PDF: (b"%PDF-",)}


PRIVATE = "private"
"""The folder of uploaded files that have no public URL."""


def private_path(asset: "Asset", filename: str) -> str:
    """In the private folder, below the asset's id."""
    return f"{PRIVATE}/{asset.pk}/{PurePath(filename).name}"


def allowed_extensions(kind: AssetKind) -> tuple[str, ...]:
    if kind == AssetKind.VIDEO and ffmpeg.is_available():
        return ffmpeg.EXTENSIONS
    return _EXTENSIONS[kind]


def _extension(filename: str) -> str:
    return PurePath(filename).suffix.lower().removeprefix(".")


class AssetQuerySet(InvalidatesCacheQuerySet["Asset"]):
    pass


class Asset(InvalidatesCache, models.Model):
    """
    An uploaded video, document or image that only some people may open.

    It has no URL of its own: `signed_urls.sign_url` creates one for each viewer.
    """

    cache_tags = ("catalog",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    title = models.CharField(max_length=120)
    kind = models.CharField(max_length=10, choices=AssetKind)
    provider = models.CharField(max_length=10, choices=Provider, default=Provider.LOCAL)
    file = models.FileField(
        upload_to=private_path,
        storage=private_storage,
        blank=True,
        help_text="Only for files of our own storage.",
    )
    playlist = models.CharField(
        max_length=200,
        blank=True,
        db_default="",
        editable=False,
        help_text="The HLS playlist of an imported video, in the same storage as the file.",
    )
    made_from = models.ForeignKey(
        "self",
        models.CASCADE,
        null=True,
        blank=True,
        editable=False,
        related_name="parts",
        help_text="The video that this poster or these captions were taken from.",
    )
    source_key = models.CharField(
        max_length=200, blank=True, help_text="ID of the file at the video host or object storage."
    )
    language = models.CharField(
        max_length=10, blank=True, help_text="Language code of captions, such as en or hi."
    )
    duration_seconds = models.PositiveIntegerField(
        default=0, help_text="Length of a video in seconds. Leave 0 to read it from an MP4 file."
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
                violation_error_message="Upload a file, or enter its ID at the provider.",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def filename(self) -> str:
        return PurePath(self.file.name or "").name

    @property
    def choice_name(self) -> str:
        """A name for lists to choose from: titles may repeat, and the end of the id makes it unique."""
        return f"{self.title} ({self.get_kind_display()}, {self.pk.hex[-6:]})"

    @property
    def is_playable(self) -> bool:
        """Whether browsers can play this video now."""
        if self.provider != Provider.LOCAL or self.playlist:
            return True
        return _extension(self.filename) in PLAYABLE_EXTENSIONS

    def clean(self) -> None:
        """Check that the file is of its kind: browsers could not play or open it otherwise."""
        if not self.file or self.kind not in AssetKind.values:
            return
        is_new = not self.file._committed  # type: ignore[attr-defined]
        if self.kind == AssetKind.IMAGE and is_new:
            try:
                self.file = images.process_upload(self.file.file, images.POSTER)
            except ValidationError as error:
                raise ValidationError({"file": error}) from error
        extensions = allowed_extensions(AssetKind(self.kind))
        if _extension(self.filename) not in extensions:
            raise ValidationError(
                {"file": f"Allowed file extensions for this kind: {', '.join(extensions)}."}
            )
        signatures = _SIGNATURES.get(AssetKind(self.kind))
        if signatures and not self._starts_with(signatures):
            raise ValidationError({"file": "The content of this file does not match its kind."})

    def save(self, *args: Any, **kwargs: Any) -> None:
        # A row can be renamed even if its file is missing.
        with suppress(FileNotFoundError):
            self.size_bytes = self.file.size if self.file else 0
            if self.kind == AssetKind.VIDEO and self.file and not self.duration_seconds:
                # Left open: an upload cannot be opened a second time.
                self.duration_seconds = mp4.duration_seconds(self.file.open("rb")) or 0
                self.file.seek(0)
        update_fields = kwargs.get("update_fields")
        if update_fields is not None and "file" in update_fields:
            kwargs["update_fields"] = {*update_fields, "size_bytes", "duration_seconds"}
        super().save(*args, **kwargs)

    def _starts_with(self, signatures: tuple[bytes, ...]) -> bool:
        try:
            start: bytes = self.file.open("rb").read(16)
        except FileNotFoundError:
            return False
        self.file.seek(0)
        return start.startswith(signatures)
