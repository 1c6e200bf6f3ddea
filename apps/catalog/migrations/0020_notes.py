from django.conf import settings
from django.db import migrations, models
import django.db.models.deletion

import apps.core.ids


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0019_fill_counts'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='TopicNote',
            fields=[
                ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('note_id', models.UUIDField(help_text='Made by the browser, so it identifies a note of this person and topic only.')),
                ('at_seconds', models.PositiveIntegerField(default=0, help_text='The moment in the video; else 0.')),
                ('text', models.TextField(blank=True)),
                ('is_deleted', models.BooleanField(default=False)),
                ('updated_at', models.DateTimeField(help_text='When the person wrote it, by the clock of their device.')),
                ('cut_from', models.DateTimeField(blank=True, help_text='What a device with a fast clock sent as the time, which was cut to the present.', null=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('topic', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='catalog.topic')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('person', 'topic', 'note_id'), name='one_row_a_note'),
                    models.CheckConstraint(condition=models.Q(('is_deleted', False), models.Q(('at_seconds', 0), ('text', '')), _connector='OR'), name='deleted_note_is_empty'),
                ],
            },
        ),
    ]
