import apps.core.cache_invalidation
import apps.core.ids
import apps.core.model_fields
import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from apps.core.migration_operations import CreateModels


class Migration(migrations.Migration):

    replaces = [
        ('pro', '0001_first_tables'),
        ('pro', '0002_pictures_in_sizes'),
        ('pro', '0003_subscription_revoked_at'),
        ('pro', '0004_plainer_texts'),
        ('pro', '0005_figures_in_one_place'),
        ('pro', '0006_section_approval'),
        ('pro', '0007_approvals_are_for_texts'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            operations=[
                migrations.CreateModel(
                    name='EndReminder',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('ends_at', models.DateTimeField(help_text='The end that it is about; a later end gets its own reminder.')),
                        ('lead', models.CharField(choices=[('week', 'First reminder'), ('day', 'Last reminder')], max_length=4)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['ends_at'], name='end_reminder_by_end')],
                        'constraints': [models.UniqueConstraint(fields=('person', 'ends_at', 'lead'), name='reminded_once_of_an_end')],
                    },
                ),
                migrations.CreateModel(
                    name='ProSection',
                    fields=[
                        ('approval_number', models.CharField(blank=True, db_default='', help_text='Of the supervisory body, for texts that the advertisement code restricts.', max_length=40)),
                        ('approval_last_day', models.DateField(blank=True, help_text='In Indian time. Included.', null=True, verbose_name='last day of the approval')),
                        ('approved_digest', models.CharField(blank=True, db_default='', editable=False, help_text='Of the texts that were approved.', max_length=64)),
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('title', models.CharField(max_length=120)),
                        ('image', models.FileField(blank=True, help_text='16:9, ideally at least 960 pixels wide. Leave empty for a generated cover.', upload_to='pro/')),
                        ('is_published', models.BooleanField(default=False)),
                    ],
                    options={
                        'verbose_name': 'Pro section',
                        'ordering': ('title', 'id'),
                        'indexes': [models.Index(condition=models.Q(('approval_last_day__isnull', False), ('is_published', True)), fields=['approval_last_day'], name='pro_approval_end')],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('is_published', True)), fields=('is_published',), name='one_pro_section_is_shown', violation_error_message='Another section is published. Unpublish it first.')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='Plan',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('section', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='plans', to='pro.prosection')),
                        ('price_name', models.CharField(help_text="For example '1 year'. The plan of that name is badged 'Most Popular'.", max_length=60, verbose_name='name')),
                        ('actual_price_paise', apps.core.model_fields.PaiseField(verbose_name='original price (paise)')),
                        ('discounted_price_paise', apps.core.model_fields.PaiseField(verbose_name='price (paise)')),
                        ('validity_days', models.PositiveIntegerField(validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(3660)], verbose_name='validity in days')),
                        ('position', models.PositiveSmallIntegerField(default=0, help_text='Orders plans of equal validity. Lower numbers come first.')),
                        ('is_published', models.BooleanField(default=True, help_text='Untick to stop selling this plan.', verbose_name='published')),
                    ],
                    options={
                        'ordering': ('validity_days', 'position', 'id'),
                        'indexes': [models.Index(fields=['section', 'validity_days', 'position', 'id'], name='plan_of_section')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('validity_days__gte', 1), ('validity_days__lte', 3660)), name='plan_has_its_days'), models.CheckConstraint(condition=models.Q(('discounted_price_paise__gte', 100)), name='plan_costs_a_rupee', violation_error_message='A plan must cost at least ₹1.'), models.CheckConstraint(condition=models.Q(('discounted_price_paise__lte', models.F('actual_price_paise'))), name='plan_not_above_usual_price', violation_error_message='The price must not be higher than the original price.')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='Benefit',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('section', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='benefits', to='pro.prosection')),
                        ('icon', models.CharField(choices=[('courses', 'Courses'), ('live', 'Live'), ('recording', 'Recording'), ('progress', 'Progress'), ('certificate', 'Certificate'), ('notes', 'Notes'), ('phone', 'Phone'), ('shield', 'Shield')], max_length=12)),
                        ('description', models.CharField(max_length=80)),
                        ('long_description', models.CharField(max_length=300)),
                        ('position', models.PositiveSmallIntegerField(default=0, help_text='Lower numbers come first.')),
                    ],
                    options={
                        'ordering': ('position', 'id'),
                        'indexes': [models.Index(fields=['section', 'position', 'id'], name='benefit_of_section')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='Subscription',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('plan', models.ForeignKey(help_text='Empty if the plan was removed before the payment arrived.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='pro.plan')),
                        ('plan_name', models.CharField(max_length=60)),
                        ('days', models.PositiveIntegerField()),
                        ('order_id', models.UUIDField()),
                        ('line_id', models.UUIDField(help_text='The order line that it was bought with.', unique=True)),
                        ('bought_at', models.DateTimeField()),
                        ('revoked_at', models.DateTimeField(null=True)),
                    ],
                    options={
                        'ordering': ('-bought_at', '-id'),
                        'indexes': [models.Index(fields=['person', '-bought_at', '-id'], name='subscription_of_person'), models.Index(fields=['-bought_at', '-id'], name='subscription_newest')],
                    },
                ),
            ],
        ),
    ]
