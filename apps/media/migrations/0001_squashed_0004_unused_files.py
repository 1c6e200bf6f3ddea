import apps.core.cache_invalidation
import apps.core.ids
import apps.media.models.asset
import apps.media.storage
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from apps.core.migration_operations import CreateModels, run_sql

# Names that a database of the last release has, after former names of tables and columns.
OLD_NAMES = (
    'ALTER TABLE media_asset RENAME CONSTRAINT media_asset_pkey TO content_asset_pkey',
    'ALTER TABLE media_asset RENAME CONSTRAINT media_asset_duration_seconds_check TO content_asset_duration_seconds_check',
    'ALTER TABLE media_asset RENAME CONSTRAINT media_asset_size_bytes_check TO content_asset_size_bytes_check',
)


class Migration(migrations.Migration):

    replaces = [
        ('media', '0001_asset_from_content'),
        ('media', '0002_plain_labels'),
        ('media', '0003_video_imports'),
        ('media', '0004_unused_files'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            operations=[
                migrations.CreateModel(
                    name='Asset',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('title', models.CharField(max_length=120)),
                        ('kind', models.CharField(choices=[('video', 'Video'), ('captions', 'Captions'), ('pdf', 'PDF'), ('image', 'Image'), ('file', 'Other file')], max_length=10)),
                        ('provider', models.CharField(choices=[('local', 'This machine')], default='local', max_length=10)),
                        ('file', models.FileField(blank=True, help_text='Only for files of our own storage.', storage=apps.media.storage.private_storage, upload_to=apps.media.models.asset.private_path)),
                        ('playlist', models.CharField(blank=True, db_default='', editable=False, help_text='The HLS playlist of an imported video, in the same storage as the file.', max_length=200)),
                        ('made_from', models.ForeignKey(blank=True, editable=False, help_text='The video that this poster or these captions were taken from.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='media.asset')),
                        ('source_key', models.CharField(blank=True, help_text='ID of the file at the video host or object storage.', max_length=200)),
                        ('language', models.CharField(blank=True, help_text='Language code of captions, such as en or hi.', max_length=10)),
                        ('duration_seconds', models.PositiveIntegerField(default=0, help_text='Length of a video in seconds. Leave 0 to read it from an MP4 file.')),
                        ('size_bytes', models.PositiveBigIntegerField(default=0, editable=False)),
                        ('uploaded_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'ordering': ('-uploaded_at', '-id'),
                        'indexes': [models.Index(fields=['-uploaded_at', '-id'], name='asset_newest')],
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('provider', 'local'), models.Q(('file', ''), _negated=True)), models.Q(models.Q(('provider', 'local'), _negated=True), models.Q(('source_key', ''), _negated=True)), _connector='OR'), name='asset_lies_somewhere', violation_error_message='Upload a file, or enter its ID at the provider.')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='UnusedFile',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('name', models.CharField(max_length=200)),
                        ('is_folder', models.BooleanField(default=False)),
                        ('due_at', models.DateTimeField()),
                        ('attempts', models.PositiveIntegerField(default=0)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['due_at', 'id'], name='unused_file_due'), models.Index(fields=['name'], name='unused_file_name')],
                    },
                ),
                migrations.CreateModel(
                    name='VideoImport',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('asset', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='video_import', to='media.asset')),
                        ('status', models.CharField(choices=[('waiting', 'Waiting'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed')], default='waiting', max_length=10)),
                        ('percent', models.PositiveSmallIntegerField(default=0)),
                        ('attempts', models.PositiveSmallIntegerField(default=0)),
                        ('error', models.CharField(blank=True, max_length=200)),
                        ('run_id', models.UUIDField(default=apps.core.ids.new_id, help_text='Changes when a worker begins, and when the file is replaced meanwhile.')),
                        ('lease_until', models.DateTimeField(blank=True, help_text='The worker that imports this video extends it while it works.', null=True)),
                        ('queued_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'ordering': ('queued_at', 'id'),
                        'indexes': [models.Index(fields=['status', 'queued_at', 'id'], name='video_import_queue')],
                    },
                ),
                migrations.CreateModel(
                    name='VideoUpload',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('staff', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('fingerprint', models.CharField(help_text="Tells the browser's file from others: name, size, date.", max_length=200)),
                        ('filename', models.CharField(max_length=120)),
                        ('size_bytes', models.PositiveBigIntegerField()),
                        ('received_bytes', models.PositiveBigIntegerField(default=0)),
                        ('asset', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='media.asset')),
                        ('updated_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ],
                    options={
                        'ordering': ('-updated_at', '-id'),
                        'indexes': [models.Index(fields=['updated_at'], name='video_upload_age')],
                        'constraints': [models.UniqueConstraint(fields=('staff', 'fingerprint'), name='video_upload_once'), models.CheckConstraint(condition=models.Q(('received_bytes__lte', models.F('size_bytes'))), name='video_upload_fits')],
                    },
                ),
            ],
        ),
        run_sql(postgresql=OLD_NAMES),
    ]
