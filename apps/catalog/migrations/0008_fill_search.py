from collections import defaultdict

from django.db import migrations

from apps.core.search_tokens import join_tokens

AT_ONCE = 500


def fill(apps, schema_editor):
    def rows(model):
        return apps.get_model("catalog", model).objects.using(schema_editor.connection.alias)

    published = rows("Course").filter(is_published=True).order_by("pk")
    ids = list(published.values_list("pk", flat=True))
    for start in range(0, len(ids), AT_ONCE):
        _fill(rows, ids[start : start + AT_ONCE])


def _fill(rows, ids):
    people = _texts(rows("CourseInstructor"), ids, "course", "instructor__name")
    topics = _texts(rows("Chapter"), ids, "course", "title")
    for course, texts in _texts(rows("Topic"), ids, "chapter__course", "title").items():
        topics[course] += texts
    document, word = rows("SearchDocument"), rows("SearchWord")
    columns = ("pk", "title", "category__title", "lead", "what_you_will_learn")
    documents = [
        document.model(
            course_id=key,
            title=join_tokens([title]),
            people=join_tokens([category, *people[key]]),
            goals=join_tokens([lead, *goals]),
            topics=join_tokens(topics[key]),
        )
        for key, title, category, lead, goals in rows("Course").filter(pk__in=ids).values_list(*columns)
    ]
    document.bulk_create(documents)
    words = {
        one
        for made in documents
        for text in (made.title, made.people, made.goals, made.topics)
        for one in text.split()
    }
    word.bulk_create([word.model(word=one) for one in sorted(words)], ignore_conflicts=True)


def _texts(rows, ids, course, text):
    found = defaultdict(list)
    rows = rows.filter(**{f"{course}__in": ids})
    for key, value in rows.order_by("pk").values_list(course, text):
        found[key].append(value)
    return found


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0007_search_engines"),
        # It reads the names of those who teach.
        ("content", "0001_initial"),
    ]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
