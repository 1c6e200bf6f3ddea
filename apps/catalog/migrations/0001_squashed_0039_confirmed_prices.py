import apps.catalog.deadlines
import apps.core.cache_invalidation
import apps.core.ids
import apps.core.model_fields
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from apps.catalog.migrations import _owned_parts, _search_tables, _synonyms
from apps.core.migration_operations import CreateModels, run_sql

# Names that a database of the last release has, after former names of tables and columns.
OLD_NAMES = (
    'ALTER TABLE catalog_topic RENAME CONSTRAINT catalog_topic_asset_id_86413e27_fk_media_asset_id TO catalog_topic_asset_id_86413e27_fk_content_asset_id',
    'ALTER TABLE catalog_topic RENAME CONSTRAINT catalog_topic_poster_id_9d2cfe21_fk_media_asset_id TO catalog_topic_poster_id_9d2cfe21_fk_content_asset_id',
    'ALTER TABLE catalog_topic_attachments RENAME CONSTRAINT catalog_topic_attachments_asset_id_1eea9ba0_fk_media_asset_id TO catalog_topic_attachments_asset_id_1eea9ba0_fk_content_asset_id',
    'ALTER TABLE catalog_topic_captions RENAME CONSTRAINT catalog_topic_captions_asset_id_089eb143_fk_media_asset_id TO catalog_topic_captions_asset_id_089eb143_fk_content_asset_id',
)


class Migration(migrations.Migration):

    replaces = [
        ('catalog', '0001_initial'),
        ('catalog', '0002_curriculum_reviews_progress'),
        ('catalog', '0003_topic_files_of_their_kind'),
        ('catalog', '0004_shelf_indexes'),
        ('catalog', '0005_teaching_indexes'),
        ('catalog', '0006_search_documents'),
        ('catalog', '0007_search_engines'),
        ('catalog', '0008_fill_search'),
        ('catalog', '0009_pictures_in_sizes'),
        ('catalog', '0010_course_owners'),
        ('catalog', '0011_fill_course_owners'),
        ('catalog', '0012_archived_parts'),
        ('catalog', '0013_keep_parts_of_owned_courses'),
        ('catalog', '0014_assets_are_in_media'),
        ('catalog', '0015_plainer_field_names'),
        ('catalog', '0016_plainer_labels'),
        ('catalog', '0017_figures_in_one_place'),
        ('catalog', '0018_counted_ratings'),
        ('catalog', '0019_fill_counts'),
        ('catalog', '0020_notes'),
        ('catalog', '0021_certificates'),
        ('catalog', '0022_search_synonyms'),
        ('catalog', '0023_struck_price_last_day'),
        ('catalog', '0024_figures_and_summaries'),
        ('catalog', '0025_quiz_attempts'),
        ('catalog', '0026_topic_questions'),
        ('catalog', '0027_wish_lists'),
        ('catalog', '0028_module_courses'),
        ('catalog', '0029_certificate_revocation'),
        ('catalog', '0030_publishing_checks'),
        ('catalog', '0031_slugs_of_search_documents'),
        ('catalog', '0032_note_cuts'),
        ('catalog', '0033_note_cut_from_dropped'),
        ('catalog', '0034_course_starts'),
        ('catalog', '0035_courses_have_their_moment'),
        ('catalog', '0036_approvals_are_for_texts'),
        ('catalog', '0037_synonyms_of_hindi'),
        ('catalog', '0038_mentor_and_archive_in_words'),
        ('catalog', '0039_confirmed_prices'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('content', '0001_squashed_0020_second_person_by_default'),
        ('media', '0001_squashed_0004_unused_files'),
    ]

    operations = [
        CreateModels(
            operations=[
                migrations.CreateModel(
                    name='Category',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('title', models.CharField(max_length=60, unique=True)),
                        ('icon', models.CharField(choices=[('candles', 'Candles'), ('line', 'Line'), ('options', 'Options'), ('pie', 'Pie'), ('shield', 'Shield'), ('coins', 'Coins'), ('globe', 'Globe'), ('book', 'Book')], max_length=10)),
                        ('hue', models.PositiveSmallIntegerField(default=255, help_text='Colour of generated covers, 0 to 359: 60 is copper, 200 teal, 255 blue, 300 violet.', validators=[django.core.validators.MaxValueValidator(359)])),
                        ('position', models.PositiveSmallIntegerField(default=0, help_text='Lower numbers come first.')),
                    ],
                    options={
                        'verbose_name_plural': 'categories',
                        'ordering': ('position', 'title'),
                        'constraints': [models.CheckConstraint(condition=models.Q(('hue__lte', 359)), name='category_hue_is_an_angle')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='Course',
                    fields=[
                        ('approval_number', models.CharField(blank=True, db_default='', help_text='Of the supervisory body, for texts that the advertisement code restricts.', max_length=40)),
                        ('approval_last_day', models.DateField(blank=True, help_text='In Indian time. Included.', null=True, verbose_name='last day of the approval')),
                        ('approved_digest', models.CharField(blank=True, db_default='', editable=False, help_text='Of the texts that were approved.', max_length=64)),
                        ('confirmed_prices', models.JSONField(editable=False, help_text='In paise: what somebody read once more and confirmed.', null=True)),
                        ('free_confirmed', models.BooleanField(db_default=False, default=False, help_text='Tick if the price is 0 on purpose. It is cleared when there is a price.', verbose_name='free for everybody?')),
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('title', models.CharField(max_length=120)),
                        ('weburlname', models.SlugField(help_text="The last part of the course's URL.", max_length=120, unique=True, verbose_name='slug')),
                        ('category', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='courses', to='catalog.category')),
                        ('lead', models.CharField(blank=True, help_text='One sentence, for lists and link previews.', max_length=200, verbose_name='short description')),
                        ('long_description', models.TextField(blank=True, max_length=6000)),
                        ('link', models.URLField(blank=True, help_text='Optional: further material on another site.', verbose_name='external link')),
                        ('level', models.CharField(choices=[('Beginner', 'Beginner'), ('Intermediate', 'Intermediate'), ('Advanced', 'Advanced')], default='Beginner', max_length=20)),
                        ('language', models.CharField(choices=[('English', 'English'), ('Hindi', 'Hindi'), ('Bengali', 'Bengali'), ('Gujarati', 'Gujarati'), ('Kannada', 'Kannada'), ('Marathi', 'Marathi'), ('Tamil', 'Tamil'), ('Telugu', 'Telugu')], default='English', max_length=20)),
                        ('what_you_will_learn', apps.core.model_fields.LinesField(blank=True, default=list, validators=[apps.core.model_fields.validate_strings])),
                        ('requirements', apps.core.model_fields.LinesField(blank=True, default=list, validators=[apps.core.model_fields.validate_strings])),
                        ('offer_price_paise', apps.core.model_fields.PaiseField(default=0, verbose_name='price (paise)')),
                        ('markup_price_paise', apps.core.model_fields.PaiseField(blank=True, help_text='Shown struck through. Leave empty for no discount.', null=True, verbose_name='original price (paise)')),
                        ('markup_last_day', models.DateField(blank=True, help_text='In Indian time. From the next day on the original price is not shown anywhere.', null=True, verbose_name='last day of the struck price')),
                        ('is_pro', models.BooleanField(default=False, verbose_name='included with Pro')),
                        ('is_new', models.BooleanField(default=False, verbose_name='show as new')),
                        ('access_days', models.PositiveIntegerField(default=apps.catalog.deadlines.course_access_days, verbose_name='access in days')),
                        ('is_published', models.BooleanField(default=False)),
                        ('published_at', models.DateTimeField(default=django.utils.timezone.now, help_text='In Indian time. Until then only staff see what is published; then it appears within a minute.', verbose_name='public from')),
                        ('image', models.FileField(blank=True, help_text='16:9, ideally at least 1280 pixels wide. Before publishing it needs this or a figure.', upload_to='courses/')),
                        ('figure', models.CharField(blank=True, choices=[('option-payoff', 'Option payoff (strike, premium)'), ('recovery', 'Recovery from a loss (loss in per cent)'), ('order-book', 'Order book (best bid, best ask)'), ('position-size', 'Position size (entry, stop, amount at risk)'), ('one-candle', 'One candle (open, high, low, close)')], db_default='', help_text='The cover while there is no image. Without a figure it is a random chart.', max_length=20)),
                        ('figure_numbers', models.CharField(blank=True, db_default='', help_text="Whole numbers in the order that the figure names, such as '500, 12'.", max_length=40, verbose_name='numbers of the figure')),
                        ('image_width', models.PositiveIntegerField(blank=True, editable=False, null=True)),
                        ('image_height', models.PositiveIntegerField(blank=True, editable=False, null=True)),
                        ('preview_video', models.FileField(blank=True, help_text='A short video without sound. It plays while the pointer is over the card.', upload_to='previews/', validators=[django.core.validators.FileExtensionValidator(['mp4', 'webm'])])),
                        ('duration_seconds', models.PositiveIntegerField(default=0)),
                        ('content_updated_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, help_text="Shown as 'Last updated'.", verbose_name='content updated on')),
                        ('total_learners', models.PositiveIntegerField(default=0, editable=False, verbose_name='learners')),
                        ('review_count', models.PositiveIntegerField(default=0, editable=False, verbose_name='published reviews')),
                        ('rating', models.DecimalField(decimal_places=1, default=0, editable=False, max_digits=2)),
                        ('instructors', models.ManyToManyField(related_name='+', through='catalog.CourseInstructor', to='content.instructor')),
                        ('price_confirmed', models.BooleanField(db_default=False)),
                    ],
                    options={
                        'ordering': ('title', 'id'),
                        'indexes': [models.Index(condition=models.Q(('is_published', True)), fields=['-total_learners', '-rating', '-id', 'category', 'level', 'language', 'is_pro', 'offer_price_paise', 'published_at'], name='shelf_by_popularity'), models.Index(condition=models.Q(('is_published', True)), fields=['-published_at', '-id', 'category', 'level', 'language', 'is_pro', 'offer_price_paise'], name='shelf_by_newest'), models.Index(condition=models.Q(('is_published', True)), fields=['-rating', '-total_learners', '-id', 'category', 'level', 'language', 'is_pro', 'offer_price_paise', 'published_at'], name='shelf_by_rating'), models.Index(condition=models.Q(('is_published', True)), fields=['offer_price_paise', 'id', 'category', 'level', 'language', 'is_pro', 'published_at'], name='shelf_by_price'), models.Index(fields=['title', 'id'], name='course_by_title'), models.Index(condition=models.Q(('approval_last_day__isnull', False), ('is_published', True)), fields=['approval_last_day'], name='course_approval_end')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('offer_price_paise__gte', 0)), name='course_offer_price_not_negative'), models.CheckConstraint(condition=models.Q(('markup_price_paise__isnull', True), ('markup_price_paise__gt', models.F('offer_price_paise')), _connector='OR'), name='course_markup_price_above_offer', violation_error_message='The original price must be higher than the price, or empty.'), models.CheckConstraint(condition=models.Q(('rating__gte', 0), ('rating__lte', 5)), name='course_rating_0_to_5'), models.CheckConstraint(condition=models.Q(('access_days__gte', 1)), name='course_access_lasts_a_day'), models.CheckConstraint(condition=models.Q(('image', ''), models.Q(('image_height__gte', 1), ('image_height__isnull', False), ('image_width__gte', 1), ('image_width__isnull', False)), _connector='OR'), name='course_image_has_its_size', violation_error_message='The image needs its width and height.')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='Certificate',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('course', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='catalog.course')),
                        ('code', models.CharField(max_length=23, null=True, unique=True)),
                        ('learner_name', models.CharField(blank=True, max_length=80)),
                        ('course_title', models.CharField(blank=True, max_length=120)),
                        ('issued_at', models.DateTimeField()),
                        ('withdrawn_at', models.DateTimeField(null=True, verbose_name='withdrawn by the learner on')),
                        ('revoked_at', models.DateTimeField(null=True, verbose_name='withdrawn by staff on')),
                        ('revocation_reason', models.CharField(blank=True, db_default='', default='', max_length=300, verbose_name='reason')),
                    ],
                    options={
                        'permissions': [('withdraw_certificate', 'Can withdraw certificates')],
                        'constraints': [models.UniqueConstraint(fields=('person', 'course'), name='one_certificate_a_person_and_course'), models.CheckConstraint(condition=models.Q(models.Q(('code__isnull', False), ('withdrawn_at__isnull', True), models.Q(('learner_name', ''), _negated=True), models.Q(('course_title', ''), _negated=True)), models.Q(('code__isnull', True), ('course_title', ''), ('learner_name', ''), ('withdrawn_at__isnull', False)), _connector='OR'), name='certificate_is_whole_or_withdrawn'), models.CheckConstraint(condition=models.Q(models.Q(('revocation_reason', ''), ('revoked_at__isnull', True)), models.Q(('code__isnull', False), ('revoked_at__isnull', False), models.Q(('revocation_reason', ''), _negated=True)), _connector='OR'), name='only_a_whole_certificate_is_revoked')],
                    },
                ),
                migrations.CreateModel(
                    name='CourseInstructor',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('course', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='teaching', to='catalog.course')),
                        ('instructor', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='content.instructor', verbose_name='mentor')),
                        ('position', models.PositiveSmallIntegerField(default=0, help_text='Lower numbers come first.')),
                    ],
                    options={
                        'verbose_name': 'mentor of a course',
                        'verbose_name_plural': 'mentors of a course',
                        'ordering': ('position', 'id'),
                        'indexes': [models.Index(fields=['course', 'position', 'id', 'instructor'], name='teaching_of_course'), models.Index(fields=['instructor', 'course'], name='teaching_of_instructor')],
                        'constraints': [models.UniqueConstraint(fields=('course', 'instructor'), name='instructor_once_a_course')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='Chapter',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('course', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chapters', to='catalog.course')),
                        ('title', models.CharField(max_length=120)),
                        ('position', models.PositiveSmallIntegerField(default=0, help_text='Lower numbers come first.')),
                        ('is_published', models.BooleanField(db_default=True, default=True, help_text='Without it the chapter is archived with all its topics.')),
                    ],
                    options={
                        'ordering': ('position', 'id'),
                        'indexes': [models.Index(fields=['course', 'position', 'id'], name='chapter_of_course')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='Topic',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('chapter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='topics', to='catalog.chapter')),
                        ('title', models.CharField(max_length=120)),
                        ('summary', models.CharField(blank=True, db_default='', help_text="One sentence on the course's page: what one knows or can do afterwards.", max_length=160)),
                        ('position', models.PositiveSmallIntegerField(default=0, help_text='Lower numbers come first.')),
                        ('is_published', models.BooleanField(db_default=True, default=True, help_text='Without it the topic is archived: nobody sees it, and the progress of learners is kept.')),
                        ('content_type', models.CharField(choices=[('video', 'Video'), ('article', 'Article'), ('pdf', 'PDF'), ('quiz', 'Quiz')], default='video', max_length=10)),
                        ('duration_seconds', models.PositiveIntegerField(default=0, help_text='How long it takes to watch, read or answer.')),
                        ('is_free_preview', models.BooleanField(default=False, verbose_name='free preview')),
                        ('text', apps.core.model_fields.HtmlField(blank=True, help_text="The article's HTML. Unsafe markup is removed when you save.")),
                        ('asset', models.ForeignKey(blank=True, limit_choices_to={'kind__in': ['video', 'pdf']}, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='media.asset', verbose_name='video or PDF')),
                        ('poster', models.ForeignKey(blank=True, help_text='The image shown before the video plays.', limit_choices_to={'kind': 'image'}, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='media.asset')),
                        ('market_data_date', models.DateField(blank=True, help_text='The date of the newest market price in this topic. The topic opens once that price is old enough to be taught with. Leave empty if it shows no prices.', null=True, verbose_name='latest market data date')),
                        ('captions', models.ManyToManyField(blank=True, limit_choices_to={'kind': 'captions'}, related_name='+', to='media.asset')),
                        ('attachments', models.ManyToManyField(blank=True, related_name='+', to='media.asset')),
                    ],
                    options={
                        'ordering': ('position', 'id'),
                        'indexes': [models.Index(fields=['chapter', 'position', 'id'], name='topic_of_chapter')],
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('content_type__in', ['video', 'pdf']), _negated=True), ('asset__isnull', False), _connector='OR'), name='topic_film_or_document_has_asset', violation_error_message='A video or a PDF needs its file.')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='ModuleCourse',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('module', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='content.academymodule')),
                        ('course', models.ForeignKey(help_text="Shown at the end of each of the module's chapters while it is published.", on_delete=django.db.models.deletion.CASCADE, related_name='+', to='catalog.course')),
                    ],
                    options={
                        'verbose_name': 'course after a module',
                        'verbose_name_plural': 'courses after modules',
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='TopicNote',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('topic', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='catalog.topic')),
                        ('note_id', models.UUIDField(help_text='Made by the browser, so it identifies a note of this person and topic only.')),
                        ('at_seconds', models.PositiveIntegerField(default=0, help_text='The moment in the video; else 0.')),
                        ('text', models.TextField(blank=True)),
                        ('is_deleted', models.BooleanField(default=False)),
                        ('updated_at', models.DateTimeField(help_text='When the person wrote it, by the clock of their device.')),
                        ('cuts', models.JSONField(blank=True, db_default={}, default=dict, help_text='What devices with a fast clock sent last as the time, which was cut to the present: the device and milliseconds since 1970.')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('person', 'topic', 'note_id'), name='one_row_a_note'), models.CheckConstraint(condition=models.Q(('is_deleted', False), models.Q(('at_seconds', 0), ('text', '')), _connector='OR'), name='deleted_note_is_empty')],
                    },
                ),
                migrations.CreateModel(
                    name='CourseOwner',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('course', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='owners', to='catalog.course')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('course', 'person'), name='one_owner_a_course_and_person')],
                    },
                ),
                migrations.CreateModel(
                    name='CourseStart',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('course', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='catalog.course')),
                        ('started_at', models.DateTimeField()),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('person', 'course'), name='one_start_a_course')],
                    },
                ),
                migrations.CreateModel(
                    name='TopicProgress',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('course', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='catalog.course')),
                        ('topic', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='catalog.topic')),
                        ('watched_seconds', models.PositiveIntegerField(default=0, help_text='The furthest position.')),
                        ('is_completed', models.BooleanField(default=False)),
                        ('updated_at', models.DateTimeField()),
                        ('ranges_by_day', models.JSONField(default=dict, help_text='The ranges of seconds that were watched, by Indian day.')),
                    ],
                    options={
                        'verbose_name_plural': 'topic progress',
                        'indexes': [models.Index(fields=['person', '-updated_at'], name='progress_newest')],
                        'constraints': [models.UniqueConstraint(fields=('person', 'course', 'topic'), name='one_progress_a_topic')],
                    },
                ),
                migrations.CreateModel(
                    name='Question',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('topic', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='questions', to='catalog.topic')),
                        ('text', models.CharField(max_length=400)),
                        ('explanation', models.TextField(help_text='Shown once the question is answered.', max_length=1000)),
                        ('position', models.PositiveSmallIntegerField(default=0, help_text='Lower numbers come first.')),
                    ],
                    options={
                        'ordering': ('position', 'id'),
                        'indexes': [models.Index(fields=['topic', 'position', 'id'], name='question_of_topic')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='Option',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('question', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='options', to='catalog.question')),
                        ('text', models.CharField(max_length=300)),
                        ('is_right', models.BooleanField(default=False, verbose_name='correct')),
                        ('position', models.PositiveSmallIntegerField(default=0, help_text='Lower numbers come first.')),
                    ],
                    options={
                        'ordering': ('position', 'id'),
                        'indexes': [models.Index(fields=['question', 'position', 'id'], name='option_of_question')],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('is_right', True)), fields=('question',), name='one_right_option_a_question', violation_error_message='Only one answer can be correct.')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='QuizAttempt',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('topic', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='catalog.topic')),
                        ('right', models.PositiveSmallIntegerField()),
                        ('total', models.PositiveSmallIntegerField()),
                        ('attempted_at', models.DateTimeField()),
                    ],
                    options={
                        'indexes': [models.Index(fields=['person', 'topic', '-attempted_at', '-id'], name='attempts_of_person')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('right__lte', models.F('total'))), name='attempt_right_within_total')],
                    },
                ),
                migrations.CreateModel(
                    name='Review',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('course', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reviews', to='catalog.course')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('display_name', models.CharField(help_text='The name that readers see.', max_length=80)),
                        ('rating', models.PositiveSmallIntegerField()),
                        ('text', models.TextField(blank=True, max_length=1200)),
                        ('status', models.CharField(choices=[('waiting', 'Pending'), ('published', 'Published'), ('refused', 'Rejected')], default='waiting', max_length=10)),
                        ('written_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ],
                    options={
                        'ordering': ('-written_at', '-id'),
                        'indexes': [models.Index(fields=['course', 'status', '-written_at', '-id'], name='review_of_course'), models.Index(fields=['status', '-written_at', '-id'], name='review_to_moderate')],
                        'constraints': [models.UniqueConstraint(fields=('course', 'person'), name='one_review_a_person_and_course'), models.CheckConstraint(condition=models.Q(('rating__gte', 1), ('rating__lte', 5)), name='review_rating_1_to_5')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='SearchDocument',
                    fields=[
                        ('id', models.BigAutoField(primary_key=True, serialize=False)),
                        ('course', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='search_document', to='catalog.course')),
                        ('title', models.TextField()),
                        ('people', models.TextField(help_text='The category and the instructors.')),
                        ('goals', models.TextField(help_text='The short description and what learners will learn.')),
                        ('topics', models.TextField(help_text='The titles of chapters and topics.')),
                    ],
                ),
                migrations.CreateModel(
                    name='SearchWord',
                    fields=[
                        ('id', models.BigAutoField(primary_key=True, serialize=False)),
                        ('word', models.CharField(max_length=40, unique=True)),
                    ],
                ),
                migrations.CreateModel(
                    name='SearchSynonym',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('word', models.CharField(help_text="What people type, such as 'F&O'. Upper and lower case and punctuation do not matter.", max_length=40)),
                        ('stands_for', models.CharField(help_text="What it finds besides itself: words, or several that belong together, separated by commas, such as 'futures, options'. A language, a level and 'free' filter the courses.", max_length=200)),
                    ],
                    options={
                        'ordering': ('word', 'id'),
                        'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('word'), name='one_search_synonym_a_word', violation_error_message='There is an entry for this word. Add to that one.')],
                    },
                    bases=(apps.core.cache_invalidation.InvalidatesCache, models.Model),
                ),
                migrations.CreateModel(
                    name='TopicQuestion',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('topic', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='catalog.topic')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('question_id', models.UUIDField(help_text='Made by the browser, so that a repeated request asks nothing twice.')),
                        ('display_name', models.CharField(help_text='The name that other learners see.', max_length=80)),
                        ('text', models.TextField(max_length=1200)),
                        ('asked_at', models.DateTimeField()),
                        ('answer', models.TextField(blank=True, help_text='Plain text. The question and its answer become visible to learners.', max_length=4000)),
                        ('answered_at', models.DateTimeField(blank=True, null=True)),
                        ('is_hidden', models.BooleanField(default=False, help_text='Hidden from other learners; whoever asked still sees it.', verbose_name='hidden')),
                    ],
                    options={
                        'verbose_name': "learner's question",
                        'verbose_name_plural': "learners' questions",
                        'ordering': ('-asked_at', '-id'),
                        'indexes': [models.Index(fields=['topic', '-answered_at', '-id'], name='questions_of_topic'), models.Index(fields=['person', '-asked_at'], name='questions_of_person'), models.Index(condition=models.Q(('answered_at__isnull', True)), fields=['asked_at', 'id'], name='questions_to_answer'), models.Index(fields=['-asked_at', '-id'], name='questions_newest')],
                        'constraints': [models.UniqueConstraint(fields=('person', 'topic', 'question_id'), name='question_asked_once'), models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('answered_at__isnull', True)), models.Q(('answered_at__isnull', False), models.Q(('answer', ''), _negated=True)), _connector='OR'), name='question_answer_has_time')],
                    },
                ),
                migrations.CreateModel(
                    name='WishListItem',
                    fields=[
                        ('id', models.UUIDField(default=apps.core.ids.new_id, editable=False, primary_key=True, serialize=False)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('course', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='catalog.course')),
                        ('added_at', models.DateTimeField()),
                    ],
                    options={
                        'indexes': [models.Index(fields=['person', '-added_at', '-id'], name='wish_list_newest')],
                        'constraints': [models.UniqueConstraint(fields=('person', 'course'), name='wished_once')],
                    },
                ),
            ],
        ),
        # A column that the model has not any more; a later release drops it.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveField('course', 'price_confirmed'),
            ],
        ),
        run_sql(postgresql=OLD_NAMES),
        _search_tables.Trigrams(),
        migrations.RunPython(_search_tables.make, _search_tables.remove),
        migrations.RunPython(_owned_parts.make, _owned_parts.remove),
        migrations.RunPython(_synonyms.seed, migrations.RunPython.noop),
    ]
