"""The closed sets of what is read and shown."""

from django.db.models import TextChoices


class AssetKind(TextChoices):
    VIDEO = "video", "Video"
    CAPTIONS = "captions", "Captions"
    PDF = "pdf", "PDF"
    IMAGE = "image", "Image"
    FILE = "file", "Other file"


class Provider(TextChoices):
    """Where an asset lies; each has its module in `media/`."""

    LOCAL = "local", "This machine"
