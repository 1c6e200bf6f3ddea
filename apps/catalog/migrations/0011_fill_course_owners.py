from django.db import migrations, models


def fill(apps, schema_editor):
    """From the entitlements that there are; one to a course that is gone has nothing to protect."""
    Course = apps.get_model("catalog", "Course")
    CourseOwner = apps.get_model("catalog", "CourseOwner")
    Entitlement = apps.get_model("accounts", "Entitlement")
    rows = Entitlement.objects.filter(scope="course", item_id__in=Course.objects.values("pk"))
    pairs = rows.order_by().values_list("item_id", "person_id").distinct()
    batch = []
    for course_id, person_id in pairs.iterator(chunk_size=2000):
        batch.append(CourseOwner(course_id=course_id, person_id=person_id))
        if len(batch) == 2000:
            CourseOwner.objects.bulk_create(batch, ignore_conflicts=True)
            batch.clear()
    CourseOwner.objects.bulk_create(batch, ignore_conflicts=True)


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0010_course_owners"),
        ("accounts", "0005_entitlement_by_end"),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
