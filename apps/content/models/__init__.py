from apps.content.models.asset import Asset
from apps.content.models.instructor import Instructor
from apps.content.models.site_settings import SiteSettings

__all__ = ["Asset", "Instructor", "SiteSettings"]
