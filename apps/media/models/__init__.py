from apps.media.models.asset import Asset

__all__ = ["Asset"]
