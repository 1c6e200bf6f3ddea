import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("catalog", "0005_teaching_indexes")]

    operations = [
        migrations.CreateModel(
            name="SearchDocument",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "course",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="search_document",
                        to="catalog.course",
                    ),
                ),
                ("title", models.TextField()),
                ("people", models.TextField(help_text="The category and the instructors.")),
                ("goals", models.TextField(help_text="The lead and what one will learn.")),
                ("topics", models.TextField(help_text="The titles of chapters and topics.")),
            ],
        ),
        migrations.CreateModel(
            name="SearchWord",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("word", models.CharField(max_length=40, unique=True)),
            ],
        ),
    ]
