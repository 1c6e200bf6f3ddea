"""A course whose title is in another script is found by the words of its slug, too: 'share bazaar'."""

from django.db import migrations

from apps.core.search_tokens import join_tokens


def fill(apps, schema_editor):
    def rows(model):
        return apps.get_model("catalog", model).objects.using(schema_editor.connection.alias)

    documents, words = rows("SearchDocument"), rows("SearchWord")
    for key, title, slug in documents.order_by("pk").values_list("pk", "course__title", "course__weburlname"):
        if title.isascii():
            continue
        joined = join_tokens([title, slug])
        documents.filter(pk=key).update(title=joined)
        words.bulk_create(
            [words.model(word=word) for word in sorted(joined.split())], ignore_conflicts=True
        )


class Migration(migrations.Migration):
    dependencies = [("catalog", "0030_publishing_checks")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
