from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0032_note_cuts'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='topicnote',
            name='cut_from',
        ),
    ]
