from functools import lru_cache
from io import BytesIO
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.catalog.selectors.courses import CourseFilters
from apps.catalog.states import ContentType, Icon, Language, Level, Price, Sort
from apps.content.api.serializers import InstructorOut
from apps.core.api.fields import ChoiceField, RupeesField, TextField
from apps.core.api.paging import Slice, SliceIn, asked_slice
from apps.core.api.parsing import StrictJSONParser
from apps.core.search_tokens import LONGEST_SEARCH

_MOST_VALUES = 50


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string"},
            {"type": "array", "items": {"type": "string"}, "maxItems": _MOST_VALUES},
        ]
    }
)
class OneOrMoreField(serializers.Field):
    """A text or a list of texts; blanks narrow nothing."""

    default_error_messages = {"too_many": "Name at most {most} values."}
    _text = TextField(allow_blank=True, max_length=120)

    def to_internal_value(self, data: Any) -> tuple[str, ...]:
        values = data if isinstance(data, list) else [data]
        if len(values) > _MOST_VALUES:
            self.fail("too_many", most=_MOST_VALUES)
        texts = (self._text.run_validation(value) for value in values)
        return tuple(sorted({text for text in texts if text}))


class SearchField(TextField):
    """Text of any length, of which the beginning is looked at; a blank one narrows nothing."""

    def to_internal_value(self, data: Any) -> str:
        return super().to_internal_value(data)[:LONGEST_SEARCH]


class CourseQuestionIn(SliceIn):
    category = OneOrMoreField(required=False, default=())
    level = OneOrMoreField(required=False, default=())
    instructor = OneOrMoreField(required=False, default=())
    language = OneOrMoreField(required=False, default=())
    price = ChoiceField(choices=Price.values, required=False)
    search = SearchField(
        required=False,
        default="",
        allow_blank=True,
        help_text=(
            "Words of titles, categories, instructors, leads, goals and topics, spelled roughly or only "
            f"begun; courses with all of them come first. The first {LONGEST_SEARCH} characters count."
        ),
    )
    sort = ChoiceField(
        choices=Sort.values,
        required=False,
        help_text="Without it what fits the search best comes first, and without a search the popular.",
    )


def asked_filters(values: dict[str, Any]) -> CourseFilters:
    return CourseFilters(
        categories=values["category"],
        levels=values["level"],
        instructors=values["instructor"],
        languages=values["language"],
        price=Price(values["price"]) if "price" in values else None,
        search=values["search"],
        sort=Sort(values["sort"]) if "sort" in values else None,
    )


@lru_cache(maxsize=1024)
def asked_of_shelf(body: bytes) -> tuple[CourseFilters, Slice]:
    """
    What the body of a call asks of the list of courses. The same few are sent again and again.

    :raises ParseError, ValidationError: what the frame refuses such a body with
    """
    values = _question.run_validation(_parser.parse(BytesIO(body)))
    return asked_filters(values), asked_slice(values)


# They hold nothing of what they read, and making the fields anew costs as much as reading.
_parser, _question = StrictJSONParser(), CourseQuestionIn()


class ImageOut(serializers.Serializer[Any]):
    url = serializers.CharField()
    width = serializers.IntegerField()
    height = serializers.IntegerField()


class CourseCardOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    title = serializers.CharField()
    weburlname = serializers.CharField()
    lead = serializers.CharField()
    long_description = serializers.CharField()
    link = serializers.CharField()
    instructors = InstructorOut(many=True)
    totalLearner = serializers.IntegerField()
    rating = serializers.FloatField(min_value=0, max_value=5)
    offer_price = RupeesField()
    markup_price = RupeesField(allow_null=True)
    level = serializers.ChoiceField(choices=Level.values)
    language = serializers.ChoiceField(choices=Language.values)
    webimage = ImageOut(many=True, help_text="One picture in its sizes, the largest first.")
    CoursetotalDuration = serializers.IntegerField(help_text="Seconds.")
    proCourse = serializers.BooleanField()
    isPurchased = serializers.BooleanField()
    previewVideoId = serializers.UUIDField(allow_null=True)
    previewVideoUrl = serializers.CharField(allow_null=True)
    isNew = serializers.BooleanField()
    category = serializers.CharField()


class TopicLineOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    title = serializers.CharField()
    ContentType = serializers.ChoiceField(choices=ContentType.values)
    duration = serializers.IntegerField(help_text="Seconds.")
    isFreePreview = serializers.BooleanField()


class ChapterOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    title = serializers.CharField()
    topics = TopicLineOut(many=True)


class AccessOut(serializers.Serializer[Any]):
    granted = serializers.BooleanField(help_text="False: it opened until `endsAt`.")
    via = serializers.CharField(help_text="'purchase', 'free', 'staff', 'pro' or 'trial'.")
    endsAt = serializers.DateTimeField(allow_null=True)


class ReviewOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    name = serializers.CharField()
    rating = serializers.IntegerField(min_value=1, max_value=5)
    text = serializers.CharField()
    at = serializers.DateTimeField()


class CourseDetailOut(CourseCardOut):
    whatYouWillLearn = serializers.ListField(child=serializers.CharField())
    requirements = serializers.ListField(child=serializers.CharField())
    accessValidityInDays = serializers.IntegerField()
    chapters = ChapterOut(many=True)
    access = AccessOut(allow_null=True)
    reviews = ReviewOut(many=True, help_text="The newest published ones.")


class CategoryOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    title = serializers.CharField()
    icon = serializers.ChoiceField(choices=Icon.values)


class OptionOut(serializers.Serializer[Any]):
    value = serializers.CharField(help_text="What the list of courses takes.")
    label = serializers.CharField()  # type: ignore[assignment]
    count = serializers.IntegerField(help_text="How many courses the list finds with this value alone.")


class CourseOptionsOut(serializers.Serializer[Any]):
    categories = OptionOut(many=True)
    levels = OptionOut(many=True)
    instructors = OptionOut(many=True)
    languages = OptionOut(many=True)
    prices = OptionOut(many=True)
