import factory

from apps.media.models import Asset
from apps.media.states import AssetKind


class AssetFactory(factory.django.DjangoModelFactory):
    """A local file of a few bytes; `file__data` and `file__filename` set its content and name."""

    class Meta:
        model = Asset

    title = factory.Sequence(lambda n: f"Video {n}")
    kind = AssetKind.VIDEO
    file = factory.django.FileField(filename="film.mp4", data=b"0123456789")
