import factory

from apps.content.models import Instructor


class InstructorFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Instructor

    name = factory.Sequence(lambda n: f"Teacher {n}")
    slug = factory.Sequence(lambda n: f"teacher-{n}")
    experience = "12 years"
    bio = "Reads charts slowly."
