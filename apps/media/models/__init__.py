from apps.media.models.asset import Asset
from apps.media.models.unused_file import UnusedFile
from apps.media.models.video_import import VideoImport
from apps.media.models.video_upload import VideoUpload

__all__ = ["Asset", "UnusedFile", "VideoImport", "VideoUpload"]
