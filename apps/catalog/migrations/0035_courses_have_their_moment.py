from django.db import migrations, models
from django.db.models import Q
from django.utils import timezone

from apps.core.publishing import PUBLIC_FROM_HELP

FILTERS = ["category", "level", "language", "is_pro"]


def shelf(name: str, *fields: str) -> tuple[migrations.RemoveIndex, migrations.AddIndex]:
    """Lists filter by the moment too, and read it from their index."""
    index = models.Index(fields=[*fields, "published_at"], name=name, condition=Q(is_published=True))
    return migrations.RemoveIndex("course", name), migrations.AddIndex("course", index)


class Migration(migrations.Migration):
    dependencies = [("catalog", "0034_course_starts")]

    operations = [
        migrations.AlterField(
            "course",
            "published_at",
            models.DateTimeField("public from", default=timezone.now, help_text=PUBLIC_FROM_HELP),
        ),
        *shelf("shelf_by_popularity", "-total_learners", "-rating", "-id", *FILTERS, "offer_price_paise"),
        *shelf("shelf_by_rating", "-rating", "-total_learners", "-id", *FILTERS, "offer_price_paise"),
        *shelf("shelf_by_price", "offer_price_paise", "id", *FILTERS),
    ]
