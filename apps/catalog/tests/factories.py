from datetime import UTC, datetime, timedelta
from typing import Any

import factory

from apps.accounts.models import User
from apps.catalog.models import Category, Chapter, Course, CourseInstructor, Option, Question, Review, Topic
from apps.catalog.states import ContentType, Icon, ReviewStatus
from apps.content.tests.factories import InstructorFactory
from apps.media.tests.factories import AssetFactory

_LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


class CategoryFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Category

    title = factory.Sequence(lambda n: f"Category {n}")
    icon = Icon.BOOK
    hue = 255
    position = factory.Sequence(int)


class CourseFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Course
        skip_postgeneration_save = True

    title = factory.Sequence(lambda n: f"Course {n}")
    weburlname = factory.Sequence(lambda n: f"course-{n}")
    category = factory.SubFactory(CategoryFactory)
    offer_price_paise = 149_900
    is_published = True
    published_at = factory.Sequence(lambda n: _LONG_AGO + timedelta(minutes=n))

    @factory.post_generation
    def taught_by(self, create: bool, teachers: Any, **_kwargs: Any) -> None:
        for position, teacher in enumerate([InstructorFactory()] if teachers is None else teachers):
            CourseInstructor.objects.create(course=self, instructor=teacher, position=position)


class ChapterFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Chapter

    course = factory.SubFactory(CourseFactory)
    title = factory.Sequence(lambda n: f"Chapter {n}")
    position = factory.Sequence(int)


class TopicFactory(factory.django.DjangoModelFactory):
    """An article; for videos use `VideoFactory`."""

    class Meta:
        model = Topic

    chapter = factory.SubFactory(ChapterFactory)
    title = factory.Sequence(lambda n: f"Topic {n}")
    position = factory.Sequence(int)
    content_type = ContentType.ARTICLE
    duration_seconds = 60


class VideoFactory(TopicFactory):
    content_type = ContentType.VIDEO
    asset = factory.SubFactory(AssetFactory)


class QuestionFactory(factory.django.DjangoModelFactory):
    """A question with three options, the second one is right."""

    class Meta:
        model = Question
        skip_postgeneration_save = True

    topic = factory.SubFactory(TopicFactory, content_type=ContentType.QUIZ)
    text = factory.Sequence(lambda n: f"Question {n}?")
    explanation = "Because it is so."
    position = factory.Sequence(int)

    @factory.post_generation
    def options(self, create: bool, texts: Any, **_kwargs: Any) -> None:
        for number, text in enumerate(texts or ["First", "Second", "Third"]):
            Option.objects.create(question=self, text=text, is_right=number == 1, position=number)


class ReviewFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Review

    course = factory.SubFactory(CourseFactory)
    person = factory.LazyFunction(
        lambda: User.objects.create_user(mobile=f"97{User.objects.count():08}", name="Meera Nair")
    )
    display_name = "Meera N."
    rating = 4
    text = "Clear and calm."
    status = ReviewStatus.PUBLISHED
    written_at = _LONG_AGO
