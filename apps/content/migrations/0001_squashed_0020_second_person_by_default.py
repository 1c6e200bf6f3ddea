import apps.content.models.academy
import apps.content.models.glossary
import apps.content.models.instructor
import apps.content.models.testimonial
import apps.core.cache_invalidation
import apps.core.ids
import apps.core.model_fields
import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models

from apps.core.migration_operations import CreateModels


class Migration(migrations.Migration):

    replaces = [
        ('content', '0001_initial'),
        ('content', '0002_assets'),
        ('content', '0003_asset_length_read_from_file'),
        ('content', '0004_company_pan_and_state'),
        ('content', '0005_academy'),
        ('content', '0006_faq_and_testimonials'),
        ('content', '0007_pages_and_grievances'),
        ('content', '0008_pictures_in_sizes'),
        ('content', '0009_media_and_support_are_apps'),
        ('content', '0010_plain_labels'),
        ('content', '0011_credentials_of_instructors'),
        ('content', '0012_introduction_films'),
        ('content', '0013_chapter_questions'),
        ('content', '0014_glossary'),
        ('content', '0015_second_person'),
        ('content', '0016_chapters_have_their_moment'),
        ('content', '0017_wordings_of_the_site'),
        ('content', '0018_approvals_are_for_texts'),
        ('content', '0019_mentor_in_words'),
        ('content', '0020_second_person_by_default'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            operations=[
                migrations.CreateModel(
                    name='AcademyModule',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('title', models.CharField(max_length=120)),
                        ('weburlname', models.SlugField(max_length=120, unique=True, verbose_name='slug')),
                        ('summary', models.CharField(help_text='One or two sentences.', max_length=300)),
                        ('position', models.PositiveSmallIntegerField(default=0, help_text='Lower numbers come first.')),
                        ('is_published', models.BooleanField(default=False, verbose_name='published')),
                    ],
                    options={
                        'verbose_name': 'academy module',
                        'ordering': ('position', 'id'),
                        'indexes': [models.Index(fields=['position', 'id'], name='academy_modules_in_order')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='AcademyChapter',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('module', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chapters', to='content.academymodule')),
                        ('title', models.CharField(max_length=120)),
                        ('weburlname', models.SlugField(max_length=120, verbose_name='slug')),
                        ('summary', models.CharField(help_text='One or two sentences; search engines show them.', max_length=300)),
                        ('text', models.TextField(help_text="Markdown. Headings start with ##. '[figure: name]' on a line of its own inserts a drawing, '[formula: a = b / c]' a formula. Unsafe HTML is removed when the chapter is shown.", max_length=60000)),
                        ('position', models.PositiveSmallIntegerField(default=0, help_text='Lower numbers come first.')),
                        ('is_published', models.BooleanField(default=False, verbose_name='published')),
                        ('published_at', models.DateTimeField(default=django.utils.timezone.now, help_text='In Indian time. Until then only staff see what is published; then it appears within a minute.', verbose_name='public from')),
                        ('updated_at', models.DateTimeField(auto_now=True)),
                    ],
                    options={
                        'verbose_name': 'academy chapter',
                        'ordering': ('position', 'id'),
                        'indexes': [models.Index(fields=['module', 'position', 'id'], name='academy_chapters_in_order')],
                        'constraints': [models.UniqueConstraint(fields=('module', 'weburlname'), name='one_academy_chapter_an_address', violation_error_message='This module already has a chapter with this slug.')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='ChapterQuestion',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('chapter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='questions', to='content.academychapter')),
                        ('text', models.CharField(max_length=300, verbose_name='question')),
                        ('options', apps.core.model_fields.LinesField(blank=True, default=list, help_text='One per line.', validators=[apps.core.model_fields.validate_strings, apps.content.models.academy.validate_options])),
                        ('right_option', models.PositiveSmallIntegerField(help_text='The number of the right option; 1 is the first.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(5)])),
                        ('explanation', models.CharField(help_text='Why it is right; shown with the result, whatever was chosen.', max_length=400)),
                        ('position', models.PositiveSmallIntegerField(default=0, help_text='Lower numbers come first.')),
                    ],
                    options={
                        'ordering': ('position', 'id'),
                        'indexes': [models.Index(fields=['chapter', 'position', 'id'], name='questions_of_chapter')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='ChapterRead',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('chapter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='content.academychapter')),
                        ('read_at', models.DateTimeField()),
                    ],
                    options={
                        'verbose_name_plural': 'chapters read',
                        'constraints': [models.UniqueConstraint(fields=('person', 'chapter'), name='a_chapter_is_read_once')],
                    },
                ),
                migrations.CreateModel(
                    name='AdvertFinding',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('object_type', models.CharField(max_length=80, verbose_name='type')),
                        ('object_id', models.CharField(max_length=64)),
                        ('object_text', models.CharField(max_length=120, verbose_name='where')),
                        ('found', models.JSONField(default=list)),
                        ('digest', models.CharField(max_length=64)),
                        ('found_at', models.DateTimeField(verbose_name='found on')),
                        ('accepted_at', models.DateTimeField(null=True, verbose_name='may stay since')),
                        ('accepted_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                        ('note', models.CharField(blank=True, max_length=300, verbose_name='why it may stay')),
                    ],
                    options={
                        'verbose_name': 'advertisement finding',
                        'ordering': ('-found_at', '-id'),
                        'default_permissions': ('view',),
                        'indexes': [models.Index(fields=['-found_at', '-id'], name='advert_findings_newest'), models.Index(condition=models.Q(('accepted_at__isnull', True)), fields=['found_at'], name='advert_findings_open')],
                        'constraints': [models.UniqueConstraint(fields=('object_type', 'object_id'), name='one_finding_of_an_object')],
                    },
                ),
                migrations.CreateModel(
                    name='ComplianceAudit',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('year', models.PositiveSmallIntegerField(help_text='The year in which it starts: 2025 for 2025-26.', unique=True, validators=[django.core.validators.MinValueValidator(2013), django.core.validators.MaxValueValidator(2099)], verbose_name='financial year')),
                        ('status', models.CharField(choices=[('conducted', 'Conducted'), ('not_conducted', 'Not conducted'), ('under_way', 'Under way'), ('not_due', 'Not due yet')], max_length=16)),
                        ('auditor', models.CharField(blank=True, max_length=160, verbose_name='audited by')),
                        ('report_date', models.DateField(blank=True, null=True, verbose_name='date of the report')),
                        ('remarks', models.CharField(blank=True, max_length=300)),
                    ],
                    options={
                        'ordering': ('-year',),
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('status', 'conducted'), _negated=True), models.Q(('report_date__isnull', False), models.Q(('auditor', ''), _negated=True)), _connector='OR'), name='a_conducted_audit_has_its_report', violation_error_message='A conducted audit needs an auditor and the date of its report.')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='FaqTopic',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('title', models.CharField(help_text='Pages find a topic by this title.', max_length=80, unique=True)),
                        ('position', models.PositiveSmallIntegerField(default=0, help_text='Lower numbers come first.')),
                        ('is_published', models.BooleanField(default=True, verbose_name='published')),
                    ],
                    options={
                        'verbose_name': 'FAQ topic',
                        'ordering': ('position', 'id'),
                        'indexes': [models.Index(fields=['position', 'id'], name='faq_topics_in_order')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='FaqGroup',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('topic', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='groups', to='content.faqtopic')),
                        ('title', models.CharField(max_length=80)),
                        ('position', models.PositiveSmallIntegerField(default=0, help_text='Lower numbers come first.')),
                    ],
                    options={
                        'verbose_name': 'FAQ group',
                        'ordering': ('position', 'id'),
                        'indexes': [models.Index(fields=['topic', 'position', 'id'], name='faq_groups_in_order')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='FaqArticle',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='articles', to='content.faqgroup')),
                        ('title', models.CharField(max_length=200, verbose_name='question')),
                        ('html', apps.core.model_fields.HtmlField(help_text='HTML. Unsafe markup is removed when it is saved.', verbose_name='answer')),
                        ('position', models.PositiveSmallIntegerField(default=0, help_text='Lower numbers come first.')),
                        ('is_published', models.BooleanField(default=True, verbose_name='published')),
                    ],
                    options={
                        'verbose_name': 'FAQ article',
                        'ordering': ('position', 'id'),
                        'indexes': [models.Index(fields=['group', 'position', 'id'], name='faq_articles_in_order')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='GlossaryTerm',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('term', models.CharField(help_text='As the glossary lists it. With capitals inside, such as STT, it is found only as written.', max_length=60)),
                        ('weburlname', models.SlugField(max_length=60, unique=True, verbose_name='slug')),
                        ('aliases', apps.core.model_fields.LinesField(blank=True, default=list, help_text='Plurals and other words for it, one per line.', validators=[apps.core.model_fields.validate_strings, apps.content.models.glossary.validate_aliases], verbose_name='other spellings')),
                        ('definition', models.CharField(help_text='One to three short sentences, plain text.', max_length=400)),
                        ('chapter', models.ForeignKey(blank=True, help_text='The chapter that explains it.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='content.academychapter')),
                    ],
                    options={
                        'ordering': ('term', 'id'),
                        'indexes': [models.Index(fields=['term', 'id'], name='glossary_in_order')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='Instructor',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('name', models.CharField(max_length=80)),
                        ('slug', models.SlugField(max_length=80, unique=True)),
                        ('experience', models.CharField(blank=True, help_text="Shown as entered, such as '12 years'.", max_length=40)),
                        ('bio', models.TextField(blank=True, max_length=1200)),
                        ('credentials', apps.core.model_fields.LinesField(blank=True, default=list, help_text="One per line, such as 'CFA charterholder'. A link at the end of a line, beginning with https://, is shown as a link: 'SEBI research analyst INH000000000 https://...'.", validators=[apps.core.model_fields.validate_strings, apps.content.models.instructor.validate_credentials])),
                        ('languages', apps.core.model_fields.LinesField(blank=True, default=list, help_text="One per line, such as 'Hindi'.", validators=[apps.core.model_fields.validate_strings])),
                        ('photo', models.FileField(blank=True, help_text='Shown as a circle, cropped to the centre. Leave empty for the initials.', upload_to='instructors/')),
                        ('film', models.FileField(blank=True, help_text='A minute in which they introduce themselves, at most 40 MB. Public.', upload_to='instructors/films/', validators=[django.core.validators.FileExtensionValidator(['mp4', 'webm'])], verbose_name='introduction film')),
                        ('film_captions', models.FileField(blank=True, help_text='WebVTT, in the language that is spoken. A film is not shown without them.', upload_to='instructors/films/', validators=[django.core.validators.FileExtensionValidator(['vtt'])], verbose_name='captions of the film')),
                        ('film_language', models.CharField(choices=[('en', 'English'), ('hi', 'Hindi')], db_default='en', default='en', max_length=2, verbose_name='language of the film')),
                    ],
                    options={
                        'verbose_name': 'mentor',
                        'ordering': ('name', 'id'),
                        'indexes': [models.Index(fields=['name', 'id'], name='instructor_by_name')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='Page',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('slug', models.CharField(editable=False, max_length=60, unique=True)),
                        ('title', models.CharField(max_length=120)),
                        ('lead', models.CharField(help_text='One sentence, shown below the title and in search results.', max_length=300)),
                        ('text', models.TextField(help_text='Markdown. Headings start with ##. Placeholders are replaced with values from the site settings: {brand_name}, {company_cin}, {company_gstin}, {company_name}, {company_state}, {compliance_officer_email}, {compliance_officer_name}, {compliance_officer_phone}, {contact_address}, {contact_city}, {contact_email}, {contact_phone}, {enlistment_number}, {grievance_officer_email}, {grievance_officer_name}, {grievance_officer_phone}, {principal_officer_email}, {principal_officer_name}, {principal_officer_phone}, {registered_name}, {registration_address}, {registration_number}, {registration_type}, {registration_validity}, {regulator_address}, {regulator_name}, {regulator_phone}, {working_hours}. Unsafe HTML is removed when the page is shown.', max_length=60000)),
                        ('version', models.PositiveIntegerField(default=1, editable=False)),
                    ],
                    options={
                        'ordering': ('slug',),
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='PageVersion',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('page', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='content.page')),
                        ('number', models.PositiveIntegerField()),
                        ('title', models.CharField(max_length=120)),
                        ('lead', models.CharField(max_length=300)),
                        ('text', models.TextField(max_length=60000)),
                        ('valid_from', models.DateTimeField()),
                        ('published_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('reviewed_date', models.DateField(blank=True, null=True, verbose_name='last reviewed on')),
                        ('reviewed_by', models.CharField(blank=True, help_text="Who reviewed this version, with their role, such as 'advocate'.", max_length=120)),
                    ],
                    options={
                        'ordering': ('page', '-number'),
                        'constraints': [models.UniqueConstraint(fields=('page', 'number'), name='one_page_version_a_number'), models.CheckConstraint(condition=models.Q(models.Q(('reviewed_by', ''), ('reviewed_date__isnull', True)), models.Q(('reviewed_date__isnull', False), models.Q(('reviewed_by', ''), _negated=True)), _connector='OR'), name='a_page_review_has_its_person', violation_error_message='Enter both the date of the review and the reviewer.')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='SecondPersonSettings',
                    fields=[
                        ('id', models.PositiveSmallIntegerField(default=1, editable=False, primary_key=True, serialize=False)),
                        ('for_pages', models.BooleanField(default=True, help_text='A new text waits until another person approves it.', verbose_name='legal and information pages')),
                        ('for_prices', models.BooleanField(default=True, help_text='A new price of what is published waits until another person approves it.', verbose_name='prices')),
                        ('reason', models.CharField(blank=True, db_default='', help_text="Needed if one of these is not ticked, such as 'Nobody else works here yet'. The audit trail keeps it.", max_length=200, verbose_name='why not')),
                    ],
                    options={
                        'verbose_name': 'second person settings',
                        'verbose_name_plural': 'second person settings',
                        'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='one_row_of_second_person_settings')],
                    },
                ),
                migrations.CreateModel(
                    name='ProposedChange',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('kind', models.CharField(choices=[('page', 'Page'), ('price', 'Price')], max_length=10)),
                        ('object_type', models.CharField(help_text="Such as 'catalog.course'.", max_length=80, verbose_name='type')),
                        ('object_id', models.UUIDField()),
                        ('object_text', models.CharField(max_length=120, verbose_name='of')),
                        ('old', models.JSONField(help_text='What is replaced. It must still be so when the change is applied.')),
                        ('new', models.JSONField()),
                        ('applies_at', models.DateTimeField(help_text='Empty: as soon as it is approved.', null=True, verbose_name='applies on')),
                        ('status', models.CharField(choices=[('waiting', 'Waiting'), ('approved', 'Approved for later'), ('applied', 'Applied'), ('declined', 'Declined'), ('withdrawn', 'Withdrawn'), ('failed', 'Not applied')], default='waiting', max_length=10)),
                        ('proposed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('proposed_at', models.DateTimeField(verbose_name='proposed on')),
                        ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('decided_at', models.DateTimeField(null=True, verbose_name='decided on')),
                        ('note', models.CharField(blank=True, max_length=200)),
                        ('applied_at', models.DateTimeField(null=True, verbose_name='applied on')),
                    ],
                    options={
                        'ordering': ('-proposed_at', '-id'),
                        'permissions': [('approve_page_change', 'Can approve or decline a new text of a page'), ('approve_price_change', 'Can approve or decline a new price'), ('approve_advertisement', 'Can approve what the advertisement code restricts')],
                        'default_permissions': ('view',),
                        'indexes': [models.Index(fields=['-proposed_at', '-id'], name='change_by_time'), models.Index(fields=['status', '-proposed_at', '-id'], name='change_by_status'), models.Index(fields=['kind', '-proposed_at', '-id'], name='change_by_kind')],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('status__in', ('waiting', 'approved'))), fields=('object_type', 'object_id'), name='one_open_change_an_object'), models.CheckConstraint(condition=models.Q(('status__in', ('waiting', 'declined', 'withdrawn')), models.Q(('decided_by', models.F('proposed_by')), _negated=True), _connector='OR'), name='change_has_a_second_person'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decided_by__isnull', True), ('status', 'waiting')), models.Q(models.Q(('status', 'waiting'), _negated=True), ('decided_at__isnull', False), ('decided_by__isnull', False)), _connector='OR'), name='change_is_decided_by_somebody'), models.CheckConstraint(condition=models.Q(models.Q(('applied_at__isnull', False), ('status', 'applied')), models.Q(models.Q(('status', 'applied'), _negated=True), ('applied_at__isnull', True)), _connector='OR'), name='change_applied_has_its_time')],
                    },
                ),
                migrations.CreateModel(
                    name='SiteSettings',
                    fields=[
                        ('id', models.PositiveSmallIntegerField(default=1, editable=False, primary_key=True, serialize=False)),
                        ('brand_name', models.CharField(default='Rally', max_length=40)),
                        ('tagline', models.CharField(default='Learn the market from a registered adviser.', max_length=160)),
                        ('copyright_line', models.CharField(default='© Rally. All rights reserved.', max_length=160)),
                        ('verified_badge', models.CharField(db_default='SEBI Verified', default='SEBI Verified', help_text='Beside the brand on every page; it leads to the registration.', max_length=30, verbose_name='badge in the header')),
                        ('pro_heading', models.CharField(db_default='Unlock the Secrets of Smart Investing with Power-Packed Webinars!', default='Unlock the Secrets of Smart Investing with Power-Packed Webinars!', max_length=120, verbose_name='heading of the Pro page')),
                        ('contact_phone', models.CharField(default='+91 00000 00000 (placeholder)', max_length=30)),
                        ('contact_email', models.EmailField(default='contact@example.in', max_length=254)),
                        ('contact_city', models.CharField(default='Mumbai', max_length=60)),
                        ('contact_address', models.CharField(default='Office address (placeholder)', max_length=300)),
                        ('working_hours', models.CharField(default='9:00-18:00 Monday to Friday', max_length=80)),
                        ('x_url', models.URLField(blank=True, verbose_name='X')),
                        ('youtube_url', models.URLField(blank=True, verbose_name='YouTube')),
                        ('instagram_url', models.URLField(blank=True, verbose_name='Instagram')),
                        ('linkedin_url', models.URLField(blank=True, verbose_name='LinkedIn')),
                        ('facebook_url', models.URLField(blank=True, verbose_name='Facebook')),
                        ('telegram_url', models.URLField(blank=True, verbose_name='Telegram')),
                        ('app_store_url', models.URLField(blank=True, verbose_name='App Store')),
                        ('google_play_url', models.URLField(blank=True, verbose_name='Google Play')),
                        ('registered_name', models.CharField(default='Registered name (placeholder)', max_length=120)),
                        ('registration_type', models.CharField(default='Investment Adviser, non-individual', max_length=120)),
                        ('registration_number', models.CharField(default='INA000000000 (placeholder)', max_length=40)),
                        ('registration_validity', models.CharField(default='Validity (placeholder)', max_length=80)),
                        ('registration_address', models.CharField(default='Registered address (placeholder)', max_length=300)),
                        ('principal_officer_name', models.CharField(default='Principal officer (placeholder)', max_length=80)),
                        ('principal_officer_email', models.EmailField(default='principal@example.in', max_length=254)),
                        ('principal_officer_phone', models.CharField(default='+91 00000 00000 (placeholder)', max_length=30)),
                        ('compliance_officer_name', models.CharField(default='Compliance officer (placeholder)', max_length=80)),
                        ('compliance_officer_email', models.EmailField(default='compliance@example.in', max_length=254)),
                        ('compliance_officer_phone', models.CharField(default='+91 00000 00000 (placeholder)', max_length=30)),
                        ('grievance_officer_name', models.CharField(default='Grievance officer (placeholder)', max_length=80)),
                        ('grievance_officer_email', models.EmailField(default='grievance@example.in', max_length=254)),
                        ('grievance_officer_phone', models.CharField(default='+91 00000 00000 (placeholder)', max_length=30)),
                        ('enlistment_number', models.CharField(default='Enlistment number (placeholder)', help_text='With the body recognised by SEBI for the administration of investment advisers.', max_length=40)),
                        ('regulator_name', models.CharField(default='Securities and Exchange Board of India', max_length=120)),
                        ('regulator_address', models.CharField(default='SEBI Bhavan, Plot No. C4-A, G Block, Bandra Kurla Complex, Bandra (East), Mumbai 400051', max_length=300)),
                        ('regulator_phone', models.CharField(default='+91-22-26449000 / 40459000', max_length=60)),
                        ('company_name', models.CharField(default='Company name (placeholder)', max_length=120)),
                        ('company_cin', models.CharField(default='U00000MH0000PTC000000 (placeholder)', max_length=40, verbose_name='CIN')),
                        ('company_gstin', models.CharField(default='27AAAAA0000A0Z0 (placeholder)', max_length=40, verbose_name='GSTIN')),
                        ('company_pan', models.CharField(default='AAAAA0000A (placeholder)', max_length=40, verbose_name='PAN')),
                        ('company_state', models.CharField(choices=[('Andaman and Nicobar Islands', 'Andaman and Nicobar Islands'), ('Andhra Pradesh', 'Andhra Pradesh'), ('Arunachal Pradesh', 'Arunachal Pradesh'), ('Assam', 'Assam'), ('Bihar', 'Bihar'), ('Chandigarh', 'Chandigarh'), ('Chhattisgarh', 'Chhattisgarh'), ('Dadra and Nagar Haveli and Daman and Diu', 'Dadra and Nagar Haveli and Daman and Diu'), ('Delhi', 'Delhi'), ('Goa', 'Goa'), ('Gujarat', 'Gujarat'), ('Haryana', 'Haryana'), ('Himachal Pradesh', 'Himachal Pradesh'), ('Jammu and Kashmir', 'Jammu and Kashmir'), ('Jharkhand', 'Jharkhand'), ('Karnataka', 'Karnataka'), ('Kerala', 'Kerala'), ('Ladakh', 'Ladakh'), ('Lakshadweep', 'Lakshadweep'), ('Madhya Pradesh', 'Madhya Pradesh'), ('Maharashtra', 'Maharashtra'), ('Manipur', 'Manipur'), ('Meghalaya', 'Meghalaya'), ('Mizoram', 'Mizoram'), ('Nagaland', 'Nagaland'), ('Odisha', 'Odisha'), ('Puducherry', 'Puducherry'), ('Punjab', 'Punjab'), ('Rajasthan', 'Rajasthan'), ('Sikkim', 'Sikkim'), ('Tamil Nadu', 'Tamil Nadu'), ('Telangana', 'Telangana'), ('Tripura', 'Tripura'), ('Uttar Pradesh', 'Uttar Pradesh'), ('Uttarakhand', 'Uttarakhand'), ('West Bengal', 'West Bengal')], default='Maharashtra', help_text='State of GST registration. It decides whether an invoice has CGST and SGST, or IGST.', max_length=60)),
                        ('risk_statement', models.CharField(default='Investment in securities market are subject to market risks. Read all the related documents carefully before investing.', max_length=400)),
                        ('no_assurance_statement', models.CharField(default='Registration granted by SEBI, enlistment with the exchange and certification from NISM in no way guarantee performance of the intermediary or provide any assurance of returns to investors.', max_length=400)),
                        ('education_statement', models.CharField(default='The courses and sessions on this site are for education. Securities named in them are examples and not recommendations.', max_length=400)),
                    ],
                    options={
                        'verbose_name': 'site settings',
                        'verbose_name_plural': 'site settings',
                        'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='site_settings_are_one_row')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='Testimonial',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('username', models.CharField(max_length=80, verbose_name='name')),
                        ('userhandle', models.CharField(blank=True, help_text='For example @name.', max_length=60, verbose_name='handle')),
                        ('location', models.CharField(max_length=80)),
                        ('age', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('image', models.FileField(blank=True, help_text='Shown as a small circle, cropped to the centre.', upload_to='testimonials/')),
                        ('rating', models.DecimalField(decimal_places=1, max_digits=2, validators=[apps.content.models.testimonial.validate_rating])),
                        ('review', models.TextField(max_length=600)),
                        ('earnings', models.CharField(blank=True, max_length=80)),
                        ('earnings_verified', models.BooleanField(default=False, help_text='Earnings are shown only if we have seen proof.')),
                        ('position', models.PositiveSmallIntegerField(default=0, help_text='Lower numbers come first.')),
                        ('is_published', models.BooleanField(default=False, verbose_name='published')),
                    ],
                    options={
                        'ordering': ('position', 'id'),
                        'indexes': [models.Index(fields=['position', 'id'], name='testimonials_in_order')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('rating__gte', Decimal('0.5')), ('rating__lte', Decimal('5'))), name='testimonial_rating_is_stars')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
            ],
        ),
    ]
