"""
Grievances, contact messages and complaints move here from the app `content`.

The rows stay in their tables, which are renamed after the new app.
"""

import apps.core.cache_invalidation
import apps.core.ids
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

MODELS = ('complaint', 'ticket', 'ticketnote', 'contactmessage')


def move_content_types(apps, schema_editor):
    _move(apps, schema_editor, before='content', after='support')


def return_content_types(apps, schema_editor):
    _move(apps, schema_editor, before='support', after='content')


def _move(apps, schema_editor, *, before, after):
    """Permissions and log entries refer to these rows, so groups keep what they may do."""
    rows = apps.get_model('contenttypes', 'ContentType').objects.using(schema_editor.connection.alias)
    rows.filter(app_label=before, model__in=MODELS).update(app_label=after)


class Migration(migrations.Migration):

    dependencies = [
        ('content', '0008_pictures_in_sizes'),
        ('contenttypes', '0002_remove_content_type_name'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='Complaint',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('source', models.CharField(choices=[('direct', 'Directly from Investors'), ('scores', 'SEBI (SCORES)'), ('other', 'Other Sources')], max_length=10)),
                        ('reference', models.CharField(blank=True, help_text='The number of the ticket, or the one that SCORES gave it.', max_length=60)),
                        ('received_date', models.DateField(verbose_name='received on')),
                        ('resolved_date', models.DateField(blank=True, null=True, verbose_name='resolved on')),
                        ('is_impersonation', models.BooleanField(default=False, help_text='Somebody else pretended to be us. Counted in a line of its own, not in the tables.', verbose_name='due to impersonation')),
                        ('note', models.TextField(blank=True, help_text='For staff alone. No names.', max_length=2000)),
                    ],
                    options={
                        'db_table': 'content_complaint',
                        'ordering': ('-received_date', '-id'),
                        'indexes': [models.Index(fields=['-received_date', '-id'], name='complaints_newest')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('resolved_date__isnull', True), ('resolved_date__gte', models.F('received_date')), _connector='OR'), name='a_complaint_is_resolved_after_it_came', violation_error_message='It cannot be resolved before it was received.')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='Ticket',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('number', models.CharField(editable=False, max_length=20, unique=True)),
                        ('name', models.CharField(max_length=80)),
                        ('mobile', models.CharField(blank=True, max_length=10)),
                        ('email', models.EmailField(blank=True, max_length=254)),
                        ('subject', models.CharField(max_length=120)),
                        ('message', models.TextField(max_length=25000)),
                        ('digest', models.CharField(editable=False, max_length=64)),
                        ('received_at', models.DateTimeField()),
                        ('state', models.CharField(choices=[('new', 'new'), ('working', 'being looked into'), ('waiting', 'waiting for the investor'), ('resolved', 'resolved'), ('rejected', 'not upheld'), ('suspect', 'held as suspected spam'), ('spam', 'spam')], default='new', editable=False, max_length=10)),
                        ('due_date', models.DateField(editable=False, verbose_name='answer due by')),
                        ('closed_at', models.DateTimeField(blank=True, editable=False, null=True)),
                        ('complaint', models.OneToOneField(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='support.complaint')),
                        ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'db_table': 'content_ticket',
                        'verbose_name': 'grievance ticket',
                        'ordering': (models.OrderBy(models.F('closed_at'), nulls_first=True), 'due_date', 'id'),
                    },
                ),
                migrations.CreateModel(
                    name='TicketNote',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('text', models.TextField(max_length=4000)),
                        ('at', models.DateTimeField(editable=False)),
                        ('by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('ticket', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='support.ticket')),
                    ],
                    options={
                        'db_table': 'content_ticketnote',
                        'ordering': ('at', 'id'),
                    },
                ),
                migrations.CreateModel(
                    name='ContactMessage',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('number', models.CharField(editable=False, max_length=20, unique=True)),
                        ('name', models.CharField(max_length=80)),
                        ('mobile', models.CharField(blank=True, max_length=10)),
                        ('email', models.EmailField(blank=True, max_length=254)),
                        ('subject', models.CharField(max_length=120)),
                        ('message', models.TextField(max_length=25000)),
                        ('digest', models.CharField(editable=False, max_length=64)),
                        ('received_at', models.DateTimeField()),
                        ('is_suspect', models.BooleanField(default=False, editable=False, verbose_name='suspected spam')),
                        ('answered_at', models.DateTimeField(blank=True, editable=False, null=True)),
                        ('answered_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'db_table': 'content_contactmessage',
                        'ordering': (models.OrderBy(models.F('answered_at'), nulls_first=True), 'received_at', 'id'),
                        'indexes': [models.Index(fields=['answered_at', 'received_at', 'id'], name='contacts_by_waiting'), models.Index(fields=['digest', 'received_at'], name='contacts_by_digest'), models.Index(fields=['mobile'], name='contacts_by_mobile')],
                    },
                ),
                migrations.AddIndex(
                    model_name='ticket',
                    index=models.Index(fields=['closed_at', 'due_date', 'id'], name='tickets_by_urgency'),
                ),
                migrations.AddIndex(
                    model_name='ticket',
                    index=models.Index(fields=['digest', 'received_at'], name='tickets_by_digest'),
                ),
                migrations.AddIndex(
                    model_name='ticket',
                    index=models.Index(fields=['mobile'], name='tickets_by_mobile'),
                ),
                migrations.AddConstraint(
                    model_name='ticket',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('closed_at__isnull', False), ('state__in', ['rejected', 'resolved', 'spam'])), models.Q(models.Q(('state__in', ['rejected', 'resolved', 'spam']), _negated=True), ('closed_at__isnull', True)), _connector='OR'), name='a_ticket_that_ended_has_its_moment'),
                ),
                migrations.AddIndex(
                    model_name='ticketnote',
                    index=models.Index(fields=['ticket', 'at', 'id'], name='ticket_notes_in_order'),
                ),
            ],
        ),
        migrations.AlterModelTable(name='complaint', table=None),
        migrations.AlterModelTable(name='ticket', table=None),
        migrations.AlterModelTable(name='ticketnote', table=None),
        migrations.AlterModelTable(name='contactmessage', table=None),
        migrations.RunPython(move_content_types, return_content_types),
    ]
