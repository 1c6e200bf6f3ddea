"""The files of a topic are assets of the app `media` now: the same rows, so no table changes."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0013_keep_parts_of_owned_courses'),
        ('media', '0001_asset_from_content'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='topic',
                    name='asset',
                    field=models.ForeignKey(blank=True, help_text='The film or the document.', limit_choices_to={'kind__in': ['video', 'pdf']}, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='media.asset'),
                ),
                migrations.AlterField(
                    model_name='topic',
                    name='attachments',
                    field=models.ManyToManyField(blank=True, related_name='+', to='media.asset'),
                ),
                migrations.AlterField(
                    model_name='topic',
                    name='captions',
                    field=models.ManyToManyField(blank=True, limit_choices_to={'kind': 'captions'}, related_name='+', to='media.asset'),
                ),
                migrations.AlterField(
                    model_name='topic',
                    name='poster',
                    field=models.ForeignKey(blank=True, help_text='Its still picture.', limit_choices_to={'kind': 'image'}, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='media.asset'),
                ),
            ],
        ),
    ]
