"""What courses have of what is asked before they are published."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from apps.catalog.models import Chapter, Course, CourseInstructor, Topic
from apps.catalog.states import ContentType
from apps.core.advert_words import PublicText
from apps.core.advertised_texts import field_texts
from apps.core.html import text_lines
from apps.core.publishing import Facts

_PREVIEW = "the text of a free preview"
"""The text of an article is public only in a free preview; of others the summary is."""

TEXT_FIELDS = ("title", "lead", "long_description", "what_you_will_learn", "requirements")


def facts(courses: Sequence[Course]) -> Mapping[UUID, Facts]:
    """By course: four queries, however many courses there are."""
    ids = [course.pk for course in courses]
    taught = set(CourseInstructor.objects.filter(course__in=ids).values_list("course", flat=True))
    titles: dict[UUID, list[PublicText]] = {course_id: [] for course_id in ids}
    for chapter in Chapter.objects.published().filter(course__in=ids).in_order():
        titles[chapter.course_id].append(PublicText("a chapter", chapter.title, is_part=True))
    with_topics = set()
    topics = Topic.objects.published().filter(chapter__course__in=ids).in_order()
    for course_id, *texts in topics.values_list("chapter__course", "title", "summary"):
        with_topics.add(course_id)
        titles[course_id] += [PublicText("a topic", text, is_part=True) for text in texts]
    previews = topics.filter(content_type=ContentType.ARTICLE, is_free_preview=True)
    for course_id, text in previews.values_list("chapter__course", "text"):
        titles[course_id].append(PublicText(_PREVIEW, text_lines(text), is_part=True))
    return {
        course.pk: Facts(
            has_mentor=course.pk in taught,
            has_cover=bool(course.image or course.figure),
            cover="an image or a figure",
            has_content=course.pk in with_topics,
            content="published topic",
            prices=[course.offer_price_paise],
            texts=[*field_texts(course, TEXT_FIELDS), *titles[course.pk]],
        )
        for course in courses
    }


def texts(course: Course) -> Sequence[PublicText]:
    return facts([course])[course.pk].texts


def preview_text(topic: Topic) -> list[PublicText]:
    """The text that everybody can read without the course; empty for other topics."""
    is_public = topic.content_type == ContentType.ARTICLE and topic.is_free_preview
    return [PublicText(_PREVIEW, text_lines(topic.text), is_part=True)] if is_public else []


def texts_of_part(part: Chapter | Topic) -> list[PublicText]:
    """What everybody reads of a topic, or of a chapter with its topics, once it is published."""
    if isinstance(part, Topic):
        own = [PublicText("a topic", text, is_part=True) for text in (part.title, part.summary)]
        return [*own, *preview_text(part)]
    topics = Topic.objects.filter(chapter=part, is_published=True)
    return [
        PublicText("a chapter", part.title, is_part=True),
        *(text for topic in topics for text in texts_of_part(topic)),
    ]
