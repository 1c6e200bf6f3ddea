import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Indexes that answer who teaches a course, and what somebody teaches, without a look at the rows."""

    dependencies = [("catalog", "0004_shelf_indexes"), ("content", "0001_initial")]

    operations = [
        migrations.AddIndex(
            model_name="courseinstructor",
            index=models.Index(
                fields=["course", "position", "id", "instructor"], name="teaching_of_course"
            ),
        ),
        migrations.AddIndex(
            model_name="courseinstructor",
            index=models.Index(fields=["instructor", "course"], name="teaching_of_instructor"),
        ),
        migrations.AlterField(
            model_name="courseinstructor",
            name="course",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="teaching",
                to="catalog.course",
            ),
        ),
        migrations.AlterField(
            model_name="courseinstructor",
            name="instructor",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="content.instructor",
            ),
        ),
    ]
