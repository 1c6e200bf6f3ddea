from django.db.models import TextChoices


class AssetKind(TextChoices):
    VIDEO = "video", "Video"
    CAPTIONS = "captions", "Captions"
    PDF = "pdf", "PDF"
    IMAGE = "image", "Image"
    FILE = "file", "Other file"


class Provider(TextChoices):
    """Where an asset is stored. Each provider has its own module and a line in `signed_urls.py`."""

    LOCAL = "local", "This machine"


class ImportStatus(TextChoices):
    WAITING = "waiting", "Waiting"
    RUNNING = "running", "Running"
    DONE = "done", "Done"
    FAILED = "failed", "Failed"
