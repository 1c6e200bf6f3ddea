from decimal import ROUND_HALF_UP, Decimal

from django.db import migrations
from django.db.models import Count, F, OuterRef, Subquery, Value
from django.db.models.functions import Coalesce


def fill(apps, schema_editor):
    """Counted from rows. What was entered by hand or by the demo goes."""
    Course = apps.get_model("catalog", "Course")
    owners = apps.get_model("catalog", "CourseOwner").objects.filter(course=OuterRef("pk")).order_by()
    learners = owners.values("course").annotate(count=Count("pk")).values("count")
    Course.objects.update(
        content_updated_at=F("published_at"),
        total_learners=Coalesce(Subquery(learners), Value(0)),
        rating=0,
        review_count=0,
    )
    published = apps.get_model("catalog", "Review").objects.filter(status="published").order_by()
    stars = {}
    for course, rating, count in published.values_list("course", "rating").annotate(count=Count("pk")):
        stars.setdefault(course, []).append((rating, count))
    for course, rows in stars.items():
        total = sum(count for _, count in rows)
        mean = Decimal(sum(rating * count for rating, count in rows)) / total
        shown = mean.quantize(Decimal("0.1"), ROUND_HALF_UP) if total >= 5 else 0
        Course.objects.filter(pk=course).update(review_count=total, rating=shown)


class Migration(migrations.Migration):
    dependencies = [("catalog", "0018_counted_ratings")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
