from datetime import UTC, datetime

import factory

from apps.content.models import (
    AcademyChapter,
    AcademyModule,
    FaqArticle,
    FaqGroup,
    FaqTopic,
    GlossaryTerm,
    Instructor,
)


class InstructorFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Instructor

    name = factory.Sequence(lambda n: f"Instructor {n}")
    slug = factory.Sequence(lambda n: f"instructor-{n}")
    experience = "12 years"
    bio = "Reads charts slowly."


class AcademyModuleFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = AcademyModule

    title = factory.Sequence(lambda n: f"Module {n}")
    weburlname = factory.Sequence(lambda n: f"module-{n}")
    summary = "What the market is."
    position = factory.Sequence(lambda n: n)
    is_published = True


class AcademyChapterFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = AcademyChapter

    module = factory.SubFactory(AcademyModuleFactory)
    title = factory.Sequence(lambda n: f"Chapter {n}")
    weburlname = factory.Sequence(lambda n: f"chapter-{n}")
    summary = "What a share is."
    text = "## First\n\nA share is a part."
    published_at = datetime(2026, 1, 1, tzinfo=UTC)
    position = factory.Sequence(lambda n: n)
    is_published = True


class GlossaryTermFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = GlossaryTerm

    term = factory.Sequence(lambda n: f"Term {n}")
    weburlname = factory.Sequence(lambda n: f"term-{n}")
    definition = "What it means."


class FaqTopicFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = FaqTopic

    title = factory.Sequence(lambda n: f"Topic {n}")
    position = factory.Sequence(lambda n: n)


class FaqGroupFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = FaqGroup

    topic = factory.SubFactory(FaqTopicFactory)
    title = factory.Sequence(lambda n: f"Group {n}")
    position = factory.Sequence(lambda n: n)


class FaqArticleFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = FaqArticle

    group = factory.SubFactory(FaqGroupFactory)
    title = factory.Sequence(lambda n: f"Question {n}?")
    html = "<p>Yes.</p>"
    position = factory.Sequence(lambda n: n)
