import apps.core.cache_invalidation
import apps.core.ids
import apps.core.prefix_search
import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from apps.core.migration_operations import CreateModels


class Migration(migrations.Migration):

    replaces = [
        ('accounts', '0001_initial'),
        ('accounts', '0002_login_consents_messages'),
        ('accounts', '0003_entitlement_with_pro'),
        ('accounts', '0004_what_bought_an_entitlement'),
        ('accounts', '0005_entitlement_by_end'),
        ('accounts', '0006_session_devices'),
        ('accounts', '0007_session_keys_hashed'),
        ('accounts', '0008_daily_counts'),
        ('accounts', '0009_mobile_changes'),
        ('accounts', '0010_plain_labels'),
        ('accounts', '0011_plain_help_texts'),
        ('accounts', '0012_mobile_number_change_label'),
        ('accounts', '0013_deliveries'),
        ('accounts', '0014_login_settings'),
        ('accounts', '0015_message_datetimes'),
        ('accounts', '0016_lost_numbers'),
        ('accounts', '0017_staff_permissions'),
        ('accounts', '0018_people_by_name_and_email'),
        ('accounts', '0019_multiline_variables'),
        ('accounts', '0020_roles'),
        ('accounts', '0021_name_tails'),
        ('accounts', '0022_fill_name_tails'),
        ('accounts', '0023_entitlement_by_time'),
        ('accounts', '0024_confirmed_email'),
        ('accounts', '0025_confirm_known_emails'),
        ('accounts', '0026_privacy_and_engagement_consents'),
        ('accounts', '0027_strike_keys_of_links'),
        ('accounts', '0028_message_text_permission'),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        CreateModels(
            operations=[
                migrations.CreateModel(
                    name='LoginCode',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('mobile', models.CharField(max_length=10, unique=True)),
                        ('issue_id', models.UUIDField(default=apps.core.ids.new_id, help_text='Changes with every code sent.', unique=True)),
                        ('digest', models.CharField(blank=True, max_length=64)),
                        ('can_whatsapp', models.BooleanField(default=False)),
                        ('sent_at', models.DateTimeField(null=True)),
                        ('expires_at', models.DateTimeField(db_index=True, null=True)),
                        ('tries', models.PositiveSmallIntegerField(default=0)),
                        ('known_tries', models.PositiveSmallIntegerField(default=0, help_text='Tries of browsers that have logged this number in before.')),
                        ('used_at', models.DateTimeField(null=True)),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('expires_at__isnull', True), ('sent_at__isnull', True)), ('expires_at__gt', models.F('sent_at')), _connector='OR'), name='login_code_expires_after_sending')],
                    },
                ),
                migrations.CreateModel(
                    name='LoginSettings',
                    fields=[
                        ('id', models.PositiveSmallIntegerField(default=1, editable=False, primary_key=True, serialize=False)),
                        ('consent_is_required', models.BooleanField(default=True, help_text='Yes: Continue works only while the WhatsApp box is ticked. No: the box is optional.', verbose_name='consent is a condition of login')),
                        ('consent_label', models.CharField(default='Get alerts, market tips & course updates on WhatsApp', help_text='What people agree to. The consent history stores the wording of its day.', max_length=160, verbose_name='label of the WhatsApp box')),
                    ],
                    options={
                        'verbose_name': 'login settings',
                        'verbose_name_plural': 'login settings',
                        'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='login_settings_are_one_row')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='User',
                    fields=[
                        ('password', models.CharField(max_length=128, verbose_name='password')),
                        ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                        ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('mobile', models.CharField(max_length=10, unique=True, validators=[django.core.validators.RegexValidator('^[6-9][0-9]{9}\\Z', 'Ten digits that start with 6 to 9.')])),
                        ('name', models.CharField(blank=True, max_length=80)),
                        ('email', models.EmailField(blank=True, max_length=254)),
                        ('confirmed_email', models.EmailField(blank=True, db_default='', default='', editable=False, help_text='The address whose link was opened: whoever writes another leaves that unconfirmed.', max_length=254)),
                        ('state', models.CharField(blank=True, max_length=60)),
                        ('company', models.CharField(blank=True, max_length=120)),
                        ('gst_no', models.CharField(blank=True, max_length=15, verbose_name='GSTIN')),
                        ('address', models.CharField(blank=True, max_length=400)),
                        ('can_whatsapp', models.BooleanField(default=False, verbose_name='WhatsApp allowed')),
                        ('engagement_consent', models.BooleanField(editable=False, help_text='Empty until the person was asked.', null=True, verbose_name='usage data allowed')),
                        ('is_active', models.BooleanField(default=True)),
                        ('is_staff', models.BooleanField(default=False)),
                        ('joined_at', models.DateTimeField(auto_now_add=True, db_index=True)),
                        ('sessions_epoch', models.PositiveIntegerField(default=0, editable=False, help_text='Increase it to log the person out on all devices.')),
                        ('mobile_since', models.DateTimeField(blank=True, editable=False, help_text='Empty if the number was never changed.', null=True)),
                        ('erased_at', models.DateTimeField(blank=True, editable=False, null=True)),
                        ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                        ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                    ],
                    options={
                        'verbose_name': 'person',
                        'verbose_name_plural': 'people',
                        'ordering': ('-joined_at', '-id'),
                        'permissions': [('block_user', 'Can block a person and unblock them'), ('manage_staff', 'Can make staff and change roles'), ('export_data', 'Can download data as files')],
                        'indexes': [models.Index(apps.core.prefix_search.Folded('name'), name='people_by_name'), models.Index(apps.core.prefix_search.Folded('email'), name='people_by_email')],
                    },
                ),
                migrations.CreateModel(
                    name='Consent',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='consents', to=settings.AUTH_USER_MODEL)),
                        ('kind', models.CharField(choices=[('terms', 'Terms and conditions'), ('privacy', 'Privacy policy'), ('whatsapp', 'WhatsApp and alerts'), ('engagement', 'Usage data for messages that suit you')], max_length=10)),
                        ('is_given', models.BooleanField(help_text='No: it was withdrawn.', verbose_name='given')),
                        ('text', models.TextField()),
                        ('text_version', models.CharField(max_length=20)),
                        ('at', models.DateTimeField()),
                        ('address', models.GenericIPAddressField(null=True)),
                        ('channel', models.CharField(choices=[('login', 'Login form'), ('settings', 'Settings page'), ('erasure', 'Account deleted'), ('staff', 'Staff, on request')], max_length=10)),
                    ],
                    options={
                        'ordering': ('-at', '-id'),
                        'indexes': [models.Index(fields=['person', 'kind', '-at', '-id'], name='consent_of_person'), models.Index(fields=['-at', '-id'], name='consent_newest')],
                    },
                ),
                migrations.CreateModel(
                    name='Delivery',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('key', models.UUIDField(help_text='The same for all attempts to send a message.', null=True, verbose_name='message')),
                        ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('template', models.SlugField(db_index=False, max_length=40)),
                        ('channel', models.CharField(choices=[('sms', 'SMS'), ('whatsapp', 'WhatsApp'), ('mail', 'Email')], max_length=10)),
                        ('to', models.CharField(blank=True, max_length=254)),
                        ('subject', models.CharField(blank=True, max_length=400)),
                        ('text', models.TextField(blank=True, help_text='As it was sent, without login codes and keys of links.')),
                        ('status', models.CharField(choices=[('queued', 'Queued'), ('sending', 'Sending'), ('sent', 'Sent'), ('failed', 'Failed'), ('unknown', 'Unknown'), ('dropped', 'Not needed')], max_length=10)),
                        ('reason', models.CharField(blank=True, help_text='Why it failed or was not needed.', max_length=200)),
                        ('provider_id', models.CharField(blank=True, max_length=120, verbose_name="provider's ID")),
                        ('created_at', models.DateTimeField()),
                        ('claimed_at', models.DateTimeField(null=True, verbose_name='sending since')),
                        ('ended_at', models.DateTimeField(null=True, verbose_name='sent or failed at')),
                    ],
                    options={
                        'verbose_name': 'sent message',
                        'ordering': ('-created_at', '-id'),
                        'permissions': [('view_session_delivery', 'Can view the status of messages to attendees'), ('view_order_delivery', 'Can view the status of messages about orders'), ('view_message_text', 'Can read the texts of the sent messages that they may view')],
                        'indexes': [models.Index(fields=['-created_at', '-id'], name='delivery_newest'), models.Index(fields=['person', '-created_at', '-id'], name='delivery_to_person'), models.Index(fields=['to', '-created_at', '-id'], name='delivery_to_address'), models.Index(fields=['template', '-created_at', '-id'], name='delivery_of_template'), models.Index(fields=['status', '-created_at', '-id'], name='delivery_by_status'), models.Index(fields=['channel', '-created_at', '-id'], name='delivery_by_channel'), models.Index(fields=['key'], name='delivery_of_message')],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('status__in', ('queued', 'sending', 'sent'))), fields=('key',), name='message_delivered_once'), models.CheckConstraint(condition=models.Q(('status__in', ['queued', 'sending', 'sent', 'failed', 'unknown', 'dropped'])), name='delivery_status_is_known')],
                    },
                ),
                migrations.CreateModel(
                    name='Entitlement',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entitlements', to=settings.AUTH_USER_MODEL)),
                        ('scope', models.CharField(choices=[('pro', 'Pro'), ('course', 'Course')], max_length=20)),
                        ('item_id', models.UUIDField(blank=True, help_text='The course. Empty for Pro.', null=True)),
                        ('source', models.CharField(choices=[('paid', 'Paid'), ('trial', 'Trial'), ('free', 'Free'), ('pro', 'With Pro'), ('staff', 'Granted by staff')], max_length=10)),
                        ('label', models.CharField(help_text="The name shown to the person, such as '1 year'.", max_length=120)),
                        ('starts_at', models.DateTimeField()),
                        ('ends_at', models.DateTimeField(blank=True, help_text='Leave empty for access without an end.', null=True)),
                        ('bought_by', models.UUIDField(blank=True, editable=False, help_text='The order line that paid for it.', null=True, unique=True)),
                        ('revoked_at', models.DateTimeField(blank=True, editable=False, help_text='When access was revoked.', null=True)),
                    ],
                    options={
                        'ordering': ('-starts_at', '-id'),
                        'permissions': [('grant_access', 'Can grant and end access')],
                        'default_permissions': ('view',),
                        'indexes': [models.Index(fields=['person', 'scope', '-starts_at'], name='entitlement_of_person'), models.Index(fields=['scope', 'item_id'], name='entitlement_to_item'), models.Index(fields=['-starts_at', '-id'], name='entitlement_by_time'), models.Index(fields=['scope', 'ends_at'], name='entitlement_by_end')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('ends_at__isnull', True), ('ends_at__gt', models.F('starts_at')), _connector='OR'), name='entitlement_ends_after_start'), models.CheckConstraint(condition=models.Q(models.Q(('item_id__isnull', True), ('scope', 'pro')), models.Q(models.Q(('scope', 'pro'), _negated=True), ('item_id__isnull', False)), _connector='OR'), name='entitlement_names_its_item')],
                    },
                ),
                migrations.CreateModel(
                    name='NameTail',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='name_tails', to=settings.AUTH_USER_MODEL)),
                        ('text', models.CharField(max_length=80)),
                    ],
                    options={
                        'ordering': ('text', 'id'),
                        'indexes': [models.Index(apps.core.prefix_search.Folded('text'), models.F('person'), name='name_tails_by_text')],
                        'constraints': [models.UniqueConstraint(fields=('person', 'text'), name='name_tail_once_a_person')],
                    },
                ),
                migrations.CreateModel(
                    name='MobileChange',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('old_mobile', models.CharField(max_length=10)),
                        ('new_mobile', models.CharField(max_length=10, validators=[django.core.validators.RegexValidator('^[6-9][0-9]{9}\\Z', 'Ten digits that start with 6 to 9.')])),
                        ('reason', models.CharField(max_length=200)),
                        ('status', models.CharField(choices=[('pending', 'Pending'), ('applied', 'Applied'), ('stopped', 'Stopped by the account owner'), ('withdrawn', 'Withdrawn by staff'), ('failed', 'Number taken')], default='pending', editable=False, max_length=10)),
                        ('is_number_lost', models.BooleanField(default=False, editable=False, help_text='The owner says that they cannot log in any more, so a login with the old number stops it.', verbose_name='number lost')),
                        ('requested_at', models.DateTimeField(editable=False)),
                        ('requested_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('due_at', models.DateTimeField(editable=False, verbose_name='works from')),
                        ('ended_at', models.DateTimeField(blank=True, editable=False, null=True)),
                    ],
                    options={
                        'verbose_name': 'mobile number change',
                        'verbose_name_plural': 'mobile number changes',
                        'ordering': ('-requested_at', '-id'),
                        'permissions': [('change_mobile', "Can change a person's mobile number")],
                        'default_permissions': ('view',),
                        'indexes': [models.Index(fields=['status', 'due_at'], name='mobile_changes_due')],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'pending')), fields=('person',), name='one_pending_mobile_change_a_person'), models.UniqueConstraint(condition=models.Q(('status', 'pending')), fields=('new_mobile',), name='one_pending_mobile_change_to_a_number'), models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('status', 'pending')), models.Q(models.Q(('status', 'pending'), _negated=True), ('ended_at__isnull', False)), _connector='OR'), name='a_mobile_change_that_ended_has_its_moment')],
                    },
                ),
                migrations.CreateModel(
                    name='LostNumber',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('person', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('name', models.CharField(max_length=80)),
                        ('old_mobile', models.CharField(max_length=10, validators=[django.core.validators.RegexValidator('^[6-9][0-9]{9}\\Z', 'Ten digits that start with 6 to 9.')])),
                        ('new_mobile', models.CharField(max_length=10, validators=[django.core.validators.RegexValidator('^[6-9][0-9]{9}\\Z', 'Ten digits that start with 6 to 9.')])),
                        ('email', models.EmailField(max_length=254)),
                        ('proof', models.TextField(max_length=1000, verbose_name='proof offered')),
                        ('status', models.CharField(choices=[('new', 'New'), ('approved', 'Approved'), ('rejected', 'Rejected')], default='new', editable=False, max_length=10)),
                        ('received_at', models.DateTimeField(editable=False)),
                        ('decided_at', models.DateTimeField(editable=False, null=True)),
                        ('decided_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('decision_note', models.CharField(editable=False, max_length=500, verbose_name='proof seen, or why it was rejected')),
                        ('change', models.OneToOneField(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='lost_number', to='accounts.mobilechange')),
                    ],
                    options={
                        'verbose_name': 'lost number',
                        'ordering': ('-received_at', '-id'),
                        'default_permissions': ('view',),
                        'indexes': [models.Index(fields=['-received_at', '-id'], name='lost_numbers_newest'), models.Index(fields=['status', '-received_at', '-id'], name='lost_numbers_by_status'), models.Index(fields=['old_mobile'], name='lost_numbers_by_old')],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'new')), fields=('old_mobile', 'new_mobile', 'email'), name='one_waiting_lost_number_of_a_sender'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('status', 'new')), models.Q(models.Q(('status', 'new'), _negated=True), ('decided_at__isnull', False)), _connector='OR'), name='a_decided_lost_number_has_its_moment')],
                    },
                ),
                migrations.CreateModel(
                    name='MessageTemplate',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('key', models.SlugField(help_text="The name that the code uses, such as 'otp'.", max_length=40)),
                        ('channel', models.CharField(choices=[('sms', 'SMS'), ('whatsapp', 'WhatsApp'), ('mail', 'Email')], max_length=10)),
                        ('registered_id', models.CharField(blank=True, help_text='The template ID at the telecom operator or provider.', max_length=60)),
                        ('subject', models.CharField(blank=True, help_text='For email only.', max_length=150)),
                        ('body', models.TextField(help_text='Write variables in braces: {otp}.')),
                        ('variables', models.JSONField(blank=True, default=dict, help_text='Name and type of each variable: {"otp": "digits"}. Types: digits, text, part, multiline, name, date, time, datetime, amount, link.')),
                        ('is_marketing', models.BooleanField(default=False, help_text='Sent only to people whose consent is valid when it is sent.')),
                        ('changed_at', models.DateTimeField(auto_now=True)),
                    ],
                    options={
                        'ordering': ('key', 'channel'),
                        'constraints': [models.UniqueConstraint(fields=('key', 'channel'), name='one_template_a_key_and_channel')],
                    },
                ),
                migrations.CreateModel(
                    name='Role',
                    fields=[
                        ('key', models.CharField(max_length=20, primary_key=True, serialize=False)),
                        ('group', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='role', to='auth.group')),
                    ],
                ),
                migrations.CreateModel(
                    name='LoginSession',
                    fields=[
                        ('session_data', models.TextField(verbose_name='session data')),
                        ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                        ('session_key', models.CharField(max_length=64, primary_key=True, serialize=False, verbose_name='digest of the key')),
                        ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('device_id', models.UUIDField(editable=False, help_text="The id of the device in its owner's list.", null=True, unique=True)),
                        ('device', models.CharField(blank=True, db_default='', default='', max_length=60)),
                        ('started_at', models.DateTimeField(null=True)),
                        ('seen_at', models.DateTimeField(help_text='Updated now and then, not with every request.', null=True)),
                    ],
                    options={
                        'verbose_name': 'session',
                        'verbose_name_plural': 'sessions',
                        'permissions': [('end_session', "Can end a person's sessions")],
                        'abstract': False,
                    },
                ),
                migrations.CreateModel(
                    name='Throttle',
                    fields=[
                        ('key', models.CharField(max_length=160, primary_key=True, serialize=False)),
                        ('touched_at', models.DateTimeField(db_index=True)),
                    ],
                ),
                migrations.CreateModel(
                    name='DailyCount',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=40)),
                        ('day', models.DateField(help_text='The calendar day in India.')),
                        ('count', models.PositiveIntegerField(default=0)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('name', 'day'), name='one_daily_count_a_day')],
                    },
                ),
                migrations.CreateModel(
                    name='ThrottleEvent',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('throttle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='accounts.throttle')),
                        ('at', models.DateTimeField()),
                    ],
                    options={
                        'indexes': [models.Index(fields=['throttle', 'at'], name='throttle_event_at')],
                    },
                ),
                migrations.CreateModel(
                    name='TrialLead',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('mobile', models.CharField(blank=True, db_index=True, max_length=10)),
                        ('mobile_digest', models.CharField(max_length=64, unique=True)),
                        ('asked_at', models.DateTimeField(db_index=True, verbose_name='requested at')),
                        ('address', models.GenericIPAddressField(null=True)),
                        ('granted_at', models.DateTimeField(blank=True, null=True)),
                        ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ('-asked_at', '-id'),
                        'constraints': [models.CheckConstraint(condition=models.Q(('granted_at__isnull', True), ('granted_at__gte', models.F('asked_at')), _connector='OR'), name='trial_granted_after_asking')],
                    },
                ),
            ],
        ),
    ]
