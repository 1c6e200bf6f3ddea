import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0002_curriculum_reviews_progress'),
        ('content', '0003_asset_length_read_from_file'),
    ]

    operations = [
        migrations.AlterField(
            model_name='topic',
            name='asset',
            field=models.ForeignKey(blank=True, help_text='The film or the document.', limit_choices_to={'kind__in': ['video', 'pdf']}, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='content.asset'),
        ),
        migrations.AlterField(
            model_name='topic',
            name='captions',
            field=models.ManyToManyField(blank=True, limit_choices_to={'kind': 'captions'}, related_name='+', to='content.asset'),
        ),
        migrations.AlterField(
            model_name='topic',
            name='content_type',
            field=models.CharField(choices=[('video', 'Video'), ('article', 'Article'), ('pdf', 'PDF'), ('quiz', 'Quiz')], default='video', max_length=10),
        ),
        migrations.AlterField(
            model_name='topic',
            name='poster',
            field=models.ForeignKey(blank=True, help_text='Its still picture.', limit_choices_to={'kind': 'image'}, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='content.asset'),
        ),
    ]
