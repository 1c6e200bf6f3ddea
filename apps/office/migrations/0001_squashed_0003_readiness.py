import apps.core.ids
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from apps.core.migration_operations import CreateModels


class Migration(migrations.Migration):

    replaces = [
        ('office', '0001_export_run'),
        ('office', '0002_attendees_file'),
        ('office', '0003_readiness'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            operations=[
                migrations.CreateModel(
                    name='Backup',
                    fields=[
                        ('id', models.PositiveSmallIntegerField(default=1, editable=False, primary_key=True, serialize=False)),
                        ('made_at', models.DateTimeField()),
                        ('database', models.CharField(help_text='Which database it is of: a restored one is another, and has no backup yet.', max_length=100)),
                    ],
                    options={
                        'default_permissions': (),
                        'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='backup_is_one_row')],
                    },
                ),
                migrations.CreateModel(
                    name='ExportRun',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('file', models.CharField(choices=[('sales', 'Sales'), ('gst', 'GST register'), ('ledger', 'Ledger'), ('payouts', 'Payments and payouts'), ('coupons', 'Coupons used'), ('attendance', 'Attendance'), ('learners', 'Learners'), ('attendees', 'Attendees of an event')], max_length=20)),
                        ('format', models.CharField(choices=[('csv', 'CSV'), ('xlsx', 'XLSX')], max_length=4)),
                        ('first_day', models.DateField(help_text='Of the period, in Indian time.')),
                        ('last_day', models.DateField(help_text='Of the period, in Indian time. Included.')),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('started_at', models.DateTimeField(verbose_name='exported at')),
                        ('finished_at', models.DateTimeField(help_text='Empty if no file was written.', null=True)),
                        ('rows', models.PositiveIntegerField(help_text='Rows of the file, without its headings.', null=True)),
                    ],
                    options={
                        'verbose_name': 'export',
                        'ordering': ('-started_at', '-id'),
                        'permissions': [('export_sales', 'Can export sales'), ('export_gst', 'Can export the GST register'), ('export_ledger', 'Can export the ledger'), ('export_payouts', 'Can export payments and payouts'), ('export_coupons', 'Can export coupons used'), ('export_attendance', 'Can export attendance, with names and mobile numbers'), ('export_learners', 'Can export learners, with names, mobile numbers and emails'), ('export_attendees', 'Can export the attendees of an event, with names and mobile numbers')],
                        'default_permissions': ('view',),
                        'indexes': [models.Index(fields=['-started_at', '-id'], name='export_newest')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('last_day__gte', models.F('first_day'))), name='export_period_is_in_order'), models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', True), ('rows__isnull', True)), models.Q(('finished_at__isnull', False), ('rows__isnull', False)), _connector='OR'), name='finished_export_has_rows')],
                    },
                ),
                migrations.CreateModel(
                    name='WordingApproval',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('wording', models.CharField(choices=[('consent-label', 'Label of the WhatsApp box'), ('verified-badge', 'Badge in the header'), ('pro-heading', 'Heading of the Pro page')], max_length=20)),
                        ('text', models.CharField(max_length=160)),
                        ('approved_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('approved_by_name', models.CharField(help_text='As it was on that day.', max_length=80)),
                        ('approved_at', models.DateTimeField()),
                    ],
                    options={
                        'permissions': [('approve_wording', 'Can approve the wordings that advertise'), ('view_readiness', 'Can see what is missing before the site opens')],
                        'default_permissions': (),
                        'constraints': [models.UniqueConstraint(fields=('wording', 'text'), name='a_wording_is_approved_once')],
                    },
                ),
            ],
        ),
    ]
