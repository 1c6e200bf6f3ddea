from django.db import migrations, models


def keep_known_cuts(apps, schema_editor):
    """Of which device is not known: what is sent again is recognised, what is older is not."""
    notes = apps.get_model("catalog", "TopicNote").objects.filter(cut_from__isnull=False)
    for note in notes.iterator():
        note.cuts = {"": round(note.cut_from.timestamp() * 1000)}
        note.save(update_fields=["cuts"])


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0031_slugs_of_search_documents'),
    ]

    operations = [
        migrations.AddField(
            model_name='topicnote',
            name='cuts',
            field=models.JSONField(blank=True, db_default={}, default=dict, help_text='What devices with a fast clock sent last as the time, which was cut to the present: the device and milliseconds since 1970.'),
        ),
        migrations.RunPython(keep_known_cuts, migrations.RunPython.noop),
    ]
