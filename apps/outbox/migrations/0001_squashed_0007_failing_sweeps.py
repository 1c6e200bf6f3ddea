import apps.core.ids
import django.core.serializers.json
import django.utils.timezone
from django.db import migrations, models

from apps.core.migration_operations import CreateModels


class Migration(migrations.Migration):

    replaces = [
        ('outbox', '0001_messages'),
        ('outbox', '0002_message_dropped'),
        ('outbox', '0003_plain_labels'),
        ('outbox', '0004_plain_help_texts'),
        ('outbox', '0005_heartbeats'),
        ('outbox', '0006_unfinished_messages'),
        ('outbox', '0007_failing_sweeps'),
    ]

    initial = True

    dependencies = [
    ]

    operations = [
        CreateModels(
            operations=[
                migrations.CreateModel(
                    name='FailingSweep',
                    fields=[
                        ('sweep', models.CharField(max_length=40, primary_key=True, serialize=False)),
                        ('failed', models.PositiveIntegerField()),
                        ('at', models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name='Heartbeat',
                    fields=[
                        ('worker', models.CharField(max_length=20, primary_key=True, serialize=False)),
                        ('at', models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name='Message',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('kind', models.CharField(max_length=60)),
                        ('payload', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                        ('status', models.CharField(choices=[('waiting', 'Queued'), ('sending', 'Sending'), ('sent', 'Sent'), ('given_up', 'Failed'), ('dropped', 'Not needed')], default='waiting', max_length=10)),
                        ('attempts', models.PositiveSmallIntegerField(default=0)),
                        ('due_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('lease_until', models.DateTimeField(blank=True, help_text='The worker that is sending this message holds it until then.', null=True)),
                        ('expires_at', models.DateTimeField(blank=True, help_text='Not sent after this time.', null=True)),
                        ('last_error', models.CharField(blank=True, max_length=200)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('sent_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'ordering': ('-created_at', '-id'),
                        'indexes': [models.Index(condition=models.Q(('status__in', ('waiting', 'sending'))), fields=['due_at', 'id'], name='message_to_send'), models.Index(fields=['-created_at', '-id'], name='message_newest'), models.Index(condition=models.Q(('status', 'given_up')), fields=['due_at'], name='message_failed'), models.Index(condition=models.Q(('status__in', ('waiting', 'sending', 'given_up'))), fields=['status'], name='message_unfinished')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('status__in', ['waiting', 'sending', 'sent', 'given_up', 'dropped'])), name='message_status_is_known'), models.CheckConstraint(condition=models.Q(models.Q(('lease_until__isnull', False), ('status', 'sending')), models.Q(models.Q(('status', 'sending'), _negated=True), ('lease_until__isnull', True)), _connector='OR'), name='message_sending_has_lease'), models.CheckConstraint(condition=models.Q(models.Q(('sent_at__isnull', False), ('status', 'sent')), models.Q(models.Q(('status', 'sent'), _negated=True), ('sent_at__isnull', True)), _connector='OR'), name='message_sent_has_moment')],
                    },
                ),
            ],
        ),
    ]
