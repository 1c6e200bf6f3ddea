import apps.core.cache_invalidation
import apps.core.ids
import apps.media.storage
import apps.support.models.reply
import django.core.serializers.json
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from apps.core.migration_operations import CreateModels, run_sql
from apps.support.migrations import _reply_templates

# Names that a database of the last release has, after former names of tables and columns.
OLD_NAMES = (
    'ALTER TABLE support_complaint RENAME CONSTRAINT support_complaint_pkey TO content_complaint_pkey',
    'ALTER TABLE support_contactmessage RENAME CONSTRAINT support_contactmessage_pkey TO content_contactmessage_pkey',
    'ALTER TABLE support_contactmessage RENAME CONSTRAINT support_contactmessage_number_key TO content_contactmessage_number_key',
    'ALTER TABLE support_contactmessage RENAME CONSTRAINT support_contactmessage_person_id_d6fd6201_fk_accounts_user_id TO content_contactmessage_person_id_22f86059_fk_accounts_user_id',
    'ALTER TABLE support_ticket RENAME CONSTRAINT support_ticket_pkey TO content_ticket_pkey',
    'ALTER TABLE support_ticket RENAME CONSTRAINT support_ticket_number_key TO content_ticket_number_key',
    'ALTER TABLE support_ticket RENAME CONSTRAINT support_ticket_complaint_id_key TO content_ticket_complaint_id_key',
    'ALTER TABLE support_ticket RENAME CONSTRAINT support_ticket_complaint_id_ec436863_fk_support_complaint_id TO content_ticket_complaint_id_776c3690_fk_content_complaint_id',
    'ALTER TABLE support_ticket RENAME CONSTRAINT support_ticket_person_id_34ce5a89_fk_accounts_user_id TO content_ticket_person_id_48273fd1_fk_accounts_user_id',
    'ALTER TABLE support_ticketnote RENAME CONSTRAINT support_ticketnote_pkey TO content_ticketnote_pkey',
    'ALTER TABLE support_ticketnote RENAME CONSTRAINT support_ticketnote_by_id_ce280761_fk_accounts_user_id TO content_ticketnote_by_id_26e3b377_fk_accounts_user_id',
    'ALTER TABLE support_contactmessage RENAME CONSTRAINT support_contactmessa_answered_by_id_bd90f286_fk_accounts_ TO content_contactmessa_answered_by_id_e0ab9c21_fk_accounts_',
    'ALTER INDEX support_contactmessage_answered_by_id_bd90f286 RENAME TO content_contactmessage_answered_by_id_e0ab9c21',
    'ALTER INDEX support_contactmessage_number_fe4969af_like RENAME TO content_contactmessage_number_b84d80ab_like',
    'ALTER INDEX support_contactmessage_person_id_d6fd6201 RENAME TO content_contactmessage_person_id_22f86059',
    'ALTER INDEX support_ticket_number_7113367e_like RENAME TO content_ticket_number_64bf854c_like',
    'ALTER INDEX support_ticket_person_id_34ce5a89 RENAME TO content_ticket_person_id_48273fd1',
    'ALTER INDEX support_ticketnote_by_id_ce280761 RENAME TO content_ticketnote_by_id_26e3b377',
    'ALTER INDEX support_ticketnote_ticket_id_fecd46da RENAME TO content_ticketnote_ticket_id_40d5ec78',
)


class Migration(migrations.Migration):

    replaces = [
        ('support', '0001_tickets_and_complaints_from_content'),
        ('support', '0002_plain_labels'),
        ('support', '0003_frozen_months'),
        ('support', '0004_replies'),
        ('support', '0005_reply_templates'),
        ('support', '0006_contacts_waiting'),
        ('support', '0007_fill_contacts_waiting'),
        ('support', '0008_replies_by_link'),
        ('support', '0009_locked_grievances'),
        ('support', '0010_refund_time_of_reply_templates'),
        ('support', '0011_complaints_have_a_deadline'),
        ('support', '0012_fill_deadlines_of_complaints'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            operations=[
                migrations.CreateModel(
                    name='Complaint',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('source', models.CharField(choices=[('direct', 'Directly from Investors'), ('scores', 'SEBI (SCORES)'), ('other', 'Other Sources')], max_length=10)),
                        ('reference', models.CharField(blank=True, help_text='Ticket number or SCORES number.', max_length=60)),
                        ('received_date', models.DateField(verbose_name='received on')),
                        ('due_date', models.DateField(blank=True, help_text='Leave empty for the last day that the regulator allows.', null=True, verbose_name='reply due by')),
                        ('resolved_date', models.DateField(blank=True, null=True, verbose_name='resolved on')),
                        ('assignee', models.ForeignKey(blank=True, help_text='Who answers it. Leave empty for yourself.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('is_impersonation', models.BooleanField(default=False, help_text='Somebody pretended to be us. Published as a separate count, not in the tables.', verbose_name='due to impersonation')),
                        ('note', models.TextField(blank=True, help_text='Visible to staff only. Do not enter names.', max_length=2000)),
                    ],
                    options={
                        'ordering': ('-received_date', '-id'),
                        'indexes': [models.Index(fields=['-received_date', '-id'], name='complaints_newest'), models.Index(condition=models.Q(('resolved_date__isnull', True)), fields=['due_date'], name='complaints_due')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('resolved_date__isnull', True), ('resolved_date__gte', models.F('received_date')), _connector='OR'), name='a_complaint_is_resolved_after_it_came', violation_error_message='A complaint cannot be resolved before it was received.')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='FrozenMonth',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('first_day', models.DateField(unique=True, verbose_name='month')),
                        ('figures', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder, help_text='A `MonthFigures`.')),
                        ('frozen_at', models.DateTimeField()),
                    ],
                    options={
                        'verbose_name': 'frozen month of complaints',
                        'verbose_name_plural': 'frozen months of complaints',
                        'ordering': ('-first_day',),
                        'permissions': [('correct_complaints', 'Can correct frozen figures of complaints')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='ComplaintCorrection',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('month', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='corrections', to='support.frozenmonth')),
                        ('before', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
                        ('after', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
                        ('reason', models.CharField(max_length=500)),
                        ('at', models.DateTimeField()),
                        ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ('-at', '-id'),
                    },
                ),
                migrations.CreateModel(
                    name='Ticket',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('number', models.CharField(editable=False, max_length=20, unique=True)),
                        ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('name', models.CharField(max_length=80)),
                        ('mobile', models.CharField(blank=True, max_length=10)),
                        ('email', models.EmailField(blank=True, max_length=254)),
                        ('subject', models.CharField(max_length=120)),
                        ('message', models.TextField(max_length=25000)),
                        ('digest', models.CharField(editable=False, max_length=64)),
                        ('received_at', models.DateTimeField()),
                        ('assignee', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('version', models.PositiveIntegerField(db_default=0, default=0, editable=False, help_text='Rises with each reply, note and change.')),
                        ('link_version', models.PositiveIntegerField(db_default=0, default=0, editable=False, help_text='Links of an earlier version no longer open it.')),
                        ('state', models.CharField(choices=[('new', 'New'), ('working', 'In progress'), ('waiting', 'Waiting for investor'), ('escalated', 'Escalated'), ('resolved', 'Resolved'), ('rejected', 'Not upheld'), ('suspect', 'Suspected spam'), ('spam', 'Spam')], default='new', editable=False, max_length=10, verbose_name='status')),
                        ('due_date', models.DateField(editable=False, verbose_name='reply due by')),
                        ('closed_at', models.DateTimeField(blank=True, editable=False, null=True)),
                        ('complaint', models.OneToOneField(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='support.complaint')),
                        ('acknowledged_at', models.DateTimeField(blank=True, editable=False, null=True)),
                        ('acknowledgement_key', models.UUIDField(blank=True, editable=False, help_text='Of the message that told its number.', null=True)),
                        ('escalated_to', models.CharField(blank=True, choices=[('officer', 'Principal officer'), ('scores', 'SEBI (SCORES)'), ('odr', 'SMART ODR')], db_default='', editable=False, max_length=10)),
                        ('escalated_at', models.DateTimeField(blank=True, editable=False, null=True)),
                        ('escalation_reason', models.TextField(blank=True, db_default='', editable=False, max_length=1000)),
                    ],
                    options={
                        'verbose_name': 'grievance ticket',
                        'ordering': (models.OrderBy(models.F('closed_at'), nulls_first=True), 'due_date', 'id'),
                        'indexes': [models.Index(fields=['closed_at', 'due_date', 'id'], name='tickets_by_urgency'), models.Index(fields=['digest', 'received_at'], name='tickets_by_digest'), models.Index(fields=['mobile'], name='tickets_by_mobile'), models.Index(fields=['assignee', 'closed_at', 'due_date', 'id'], name='tickets_of_assignee')],
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('closed_at__isnull', False), ('state__in', ['rejected', 'resolved', 'spam'])), models.Q(models.Q(('state__in', ['rejected', 'resolved', 'spam']), _negated=True), ('closed_at__isnull', True)), _connector='OR'), name='a_ticket_that_ended_has_its_moment')],
                    },
                ),
                migrations.CreateModel(
                    name='ContactMessage',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('number', models.CharField(editable=False, max_length=20, unique=True)),
                        ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('name', models.CharField(max_length=80)),
                        ('mobile', models.CharField(blank=True, max_length=10)),
                        ('email', models.EmailField(blank=True, max_length=254)),
                        ('subject', models.CharField(max_length=120)),
                        ('message', models.TextField(max_length=25000)),
                        ('digest', models.CharField(editable=False, max_length=64)),
                        ('received_at', models.DateTimeField()),
                        ('assignee', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('version', models.PositiveIntegerField(db_default=0, default=0, editable=False, help_text='Rises with each reply, note and change.')),
                        ('link_version', models.PositiveIntegerField(db_default=0, default=0, editable=False, help_text='Links of an earlier version no longer open it.')),
                        ('is_suspect', models.BooleanField(default=False, editable=False, verbose_name='suspected spam')),
                        ('waiting_since', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False, help_text='When it was received, or when the person replied to our answer.')),
                        ('answered_at', models.DateTimeField(blank=True, editable=False, null=True)),
                        ('answered_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': (models.OrderBy(models.F('answered_at'), nulls_first=True), 'received_at', 'id'),
                        'indexes': [models.Index(fields=['answered_at', 'received_at', 'id'], name='contacts_by_waiting'), models.Index(fields=['digest', 'received_at'], name='contacts_by_digest'), models.Index(fields=['mobile'], name='contacts_by_mobile'), models.Index(fields=['assignee', 'answered_at', 'received_at', 'id'], name='contacts_of_assignee')],
                    },
                ),
                migrations.CreateModel(
                    name='TicketNote',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('ticket', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='support.ticket')),
                        ('contact', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='support.contactmessage')),
                        ('version', models.PositiveIntegerField(db_default=0, default=0, editable=False, help_text='Of the ticket, after it.')),
                        ('text', models.TextField(max_length=4000)),
                        ('at', models.DateTimeField(editable=False)),
                        ('by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ('at', 'id'),
                        'indexes': [models.Index(fields=['ticket', 'at', 'id'], name='ticket_notes_in_order'), models.Index(fields=['contact', 'at', 'id'], name='contact_notes_in_order')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('ticket__isnull', False), ('contact__isnull', False), _connector='XOR'), name='a_note_is_of_one_submission')],
                    },
                ),
                migrations.CreateModel(
                    name='LockedGrievance',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('ticket', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='locked', to='support.ticket')),
                        ('content', models.JSONField()),
                        ('locked_at', models.DateTimeField()),
                    ],
                    options={
                        'ordering': ('-locked_at', '-id'),
                        'indexes': [models.Index(fields=['-locked_at', '-id'], name='locked_newest')],
                    },
                ),
                migrations.CreateModel(
                    name='Reply',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('ticket', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='replies', to='support.ticket')),
                        ('contact', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='replies', to='support.contactmessage')),
                        ('version', models.PositiveIntegerField(help_text='Of the ticket, after it.')),
                        ('origin', models.CharField(choices=[('staff', 'Staff'), ('account', 'Account page'), ('link', 'By the link in an email, not logged in')], max_length=10)),
                        ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('text', models.TextField(max_length=10000)),
                        ('at', models.DateTimeField()),
                        ('email_key', models.UUIDField(help_text='Of the email that carried it.', null=True)),
                        ('phone_key', models.UUIDField(help_text='Of the SMS that announced it.', null=True)),
                    ],
                    options={
                        'verbose_name_plural': 'replies',
                        'ordering': ('at', 'id'),
                        'indexes': [models.Index(fields=['ticket', 'at', 'id'], name='replies_to_ticket'), models.Index(fields=['contact', 'at', 'id'], name='replies_to_contact')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('ticket__isnull', False), ('contact__isnull', False), _connector='XOR'), name='a_reply_is_to_one_submission')],
                    },
                ),
                migrations.CreateModel(
                    name='Attachment',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('reply', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attachments', to='support.reply')),
                        ('name', models.CharField(max_length=100)),
                        ('file', models.FileField(storage=apps.media.storage.private_storage, upload_to=apps.support.models.reply.attachment_path)),
                        ('size_bytes', models.PositiveIntegerField()),
                    ],
                    options={
                        'ordering': ('reply', 'id'),
                    },
                ),
                migrations.CreateModel(
                    name='ReplyTemplate',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('title', models.CharField(max_length=80, unique=True)),
                        ('text', models.TextField(help_text="{name} becomes the person's name, and {number} the number of the ticket.", max_length=4000)),
                    ],
                    options={
                        'ordering': ('title', 'id'),
                    },
                ),
            ],
        ),
        run_sql(postgresql=OLD_NAMES),
        migrations.RunPython(_reply_templates.seed, migrations.RunPython.noop),
    ]
