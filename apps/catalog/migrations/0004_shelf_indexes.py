import django.db.models.deletion
from django.db import migrations, models

PUBLISHED = models.Q(is_published=True)
NARROWED_BY = ["category", "level", "language", "is_pro", "offer_price_paise"]


def without(name):
    return migrations.RemoveIndex(model_name="course", name=name)


def catalogue(name, fields):
    return migrations.AddIndex(
        model_name="course", index=models.Index(condition=PUBLISHED, fields=fields, name=name)
    )


class Migration(migrations.Migration):
    """One index for each order of the list, which holds all that narrows it, in place of one a filter."""

    dependencies = [("catalog", "0003_topic_files_of_their_kind")]

    operations = [
        catalogue("shelf_by_popularity", ["-total_learners", "-rating", "-id", *NARROWED_BY]),
        catalogue("shelf_by_newest", ["-published_at", "-id", *NARROWED_BY]),
        catalogue("shelf_by_rating", ["-rating", "-total_learners", "-id", *NARROWED_BY]),
        catalogue("shelf_by_price", ["offer_price_paise", "id", *NARROWED_BY[:-1]]),
        without("course_by_popularity"),
        without("course_by_newest"),
        without("course_by_rating"),
        without("course_by_price"),
        without("course_of_category"),
        without("course_of_level"),
        without("course_in_language"),
        without("course_with_pro"),
        migrations.AlterField(
            model_name="course",
            name="category",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="courses",
                to="catalog.category",
            ),
        ),
    ]
