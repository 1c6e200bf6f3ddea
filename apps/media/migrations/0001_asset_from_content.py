"""
Assets move here from the app `content`. The rows stay in their table, which is renamed after the new app.

It runs after all migrations of `catalog` that name the old table. The next one of `catalog` points its
foreign keys here, and only then `content` drops the model.
"""

import apps.core.cache_invalidation
import apps.core.ids
import apps.media.models.asset
from django.db import migrations, models

MODELS = ('asset',)


def move_content_types(apps, schema_editor):
    _move(apps, schema_editor, before='content', after='media')


def return_content_types(apps, schema_editor):
    _move(apps, schema_editor, before='media', after='content')


def _move(apps, schema_editor, *, before, after):
    """Permissions and log entries refer to these rows, so groups keep what they may do."""
    rows = apps.get_model('contenttypes', 'ContentType').objects.using(schema_editor.connection.alias)
    rows.filter(app_label=before, model__in=MODELS).update(app_label=after)


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0013_keep_parts_of_owned_courses'),
        ('content', '0008_pictures_in_sizes'),
        ('contenttypes', '0002_remove_content_type_name'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='Asset',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('title', models.CharField(max_length=120)),
                        ('kind', models.CharField(choices=[('video', 'Video'), ('captions', 'Captions'), ('pdf', 'PDF'), ('image', 'Image'), ('file', 'Other file')], max_length=10)),
                        ('provider', models.CharField(choices=[('local', 'This machine')], default='local', max_length=10)),
                        ('file', models.FileField(blank=True, help_text='For files on this machine.', upload_to=apps.media.models.asset.private_path)),
                        ('source_key', models.CharField(blank=True, help_text='What a video host or object storage calls it.', max_length=200)),
                        ('language', models.CharField(blank=True, help_text='Of captions, as browsers name it: en, hi.', max_length=10)),
                        ('duration_seconds', models.PositiveIntegerField(default=0, help_text='Of a video, in seconds; 0: it is read from an MP4.')),
                        ('size_bytes', models.PositiveBigIntegerField(default=0, editable=False)),
                        ('uploaded_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'db_table': 'content_asset',
                        'ordering': ('-uploaded_at', '-id'),
                        'indexes': [models.Index(fields=['-uploaded_at', '-id'], name='asset_newest')],
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('provider', 'local'), models.Q(('file', ''), _negated=True)), models.Q(models.Q(('provider', 'local'), _negated=True), models.Q(('source_key', ''), _negated=True)), _connector='OR'), name='asset_lies_somewhere', violation_error_message='Upload a file, or name what the provider calls it.')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
            ],
        ),
        migrations.AlterModelTable(name='asset', table=None),
        migrations.RunPython(move_content_types, return_content_types),
    ]
