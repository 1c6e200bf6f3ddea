import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import apps.core.ids


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0020_notes'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Certificate',
            fields=[
                ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('code', models.CharField(max_length=23, null=True, unique=True)),
                ('learner_name', models.CharField(blank=True, max_length=80)),
                ('course_title', models.CharField(blank=True, max_length=120)),
                ('issued_at', models.DateTimeField()),
                ('withdrawn_at', models.DateTimeField(null=True)),
                ('course', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='catalog.course')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('person', 'course'), name='one_certificate_a_person_and_course'), models.CheckConstraint(condition=models.Q(models.Q(('code__isnull', False), ('withdrawn_at__isnull', True), models.Q(('learner_name', ''), _negated=True), models.Q(('course_title', ''), _negated=True)), models.Q(('code__isnull', True), ('course_title', ''), ('learner_name', ''), ('withdrawn_at__isnull', False)), _connector='OR'), name='certificate_is_whole_or_withdrawn')],
            },
        ),
    ]
