import apps.core.ids
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from apps.audit.migrations import _append_only
from apps.core.migration_operations import CreateModels


class Migration(migrations.Migration):

    replaces = [
        ('audit', '0001_first_table'),
        ('audit', '0002_append_only'),
        ('audit', '0003_audit_trail'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            operations=[
                migrations.CreateModel(
                    name='AuditEntry',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('at', models.DateTimeField(verbose_name='time')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='staff member')),
                        ('kind', models.CharField(choices=[('added', 'Added'), ('changed', 'Changed'), ('deleted', 'Deleted'), ('action', 'Action'), ('viewed', 'Viewed'), ('exported', 'Exported')], max_length=10)),
                        ('object_type', models.CharField(blank=True, help_text="Such as 'catalog.course'.", max_length=80, verbose_name='type')),
                        ('object_id', models.CharField(blank=True, max_length=64)),
                        ('object_text', models.CharField(blank=True, max_length=120, verbose_name='object')),
                        ('subject_id', models.UUIDField(help_text='The person whose data the object is.', null=True)),
                        ('fields', models.TextField(blank=True, help_text='Names of the changed fields, one a line.')),
                        ('changes', models.JSONField(default=list)),
                        ('note', models.CharField(blank=True, max_length=300)),
                        ('address', models.GenericIPAddressField(null=True, verbose_name='IP address')),
                        ('erased_at', models.DateTimeField(null=True)),
                    ],
                    options={
                        'verbose_name': 'audit entry',
                        'verbose_name_plural': 'audit trail',
                        'ordering': ('-at', '-id'),
                        'default_permissions': ('view',),
                        'indexes': [models.Index(fields=['-at', '-id'], name='audit_by_time'), models.Index(fields=['person', '-at', '-id'], name='audit_by_staff'), models.Index(fields=['kind', '-at', '-id'], name='audit_by_kind'), models.Index(fields=['object_type', '-at', '-id'], name='audit_by_type'), models.Index(fields=['object_type', 'object_id', '-at', '-id'], name='audit_of_object'), models.Index(fields=['object_id', '-at', '-id'], name='audit_by_object_id'), models.Index(fields=['subject_id', '-at', '-id'], name='audit_about_person')],
                    },
                ),
            ],
        ),
        migrations.RunPython(_append_only.make, _append_only.remove),
    ]
