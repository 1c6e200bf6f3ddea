from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.catalog.selectors.courses import CourseFilters
from apps.catalog.states import Icon, Language, Level, Price, Sort
from apps.content.api.serializers import InstructorOut
from apps.core.api.fields import ChoiceField, RupeesField, TextField
from apps.core.api.paging import SliceIn

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


class CourseQuestionIn(SliceIn):
    category = OneOrMoreField(required=False, default=())
    level = OneOrMoreField(required=False, default=())
    instructor = OneOrMoreField(required=False, default=())
    language = OneOrMoreField(required=False, default=())
    price = ChoiceField(choices=Price.values, required=False)
    sort = ChoiceField(choices=Sort.values, required=False, default=Sort.POPULAR.value)


def asked_filters(values: dict[str, Any]) -> CourseFilters:
    return CourseFilters(
        categories=values["category"],
        levels=values["level"],
        instructors=values["instructor"],
        languages=values["language"],
        price=Price(values["price"]) if "price" in values else None,
        sort=Sort(values["sort"]),
    )


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
    webimage = ImageOut(many=True)
    CoursetotalDuration = serializers.IntegerField(help_text="Seconds.")
    proCourse = serializers.BooleanField()
    isPurchased = serializers.BooleanField()
    previewVideoId = serializers.UUIDField(allow_null=True)
    previewVideoUrl = serializers.CharField(allow_null=True)
    isNew = serializers.BooleanField()
    category = serializers.CharField()


class CourseDetailOut(CourseCardOut):
    whatYouWillLearn = serializers.ListField(child=serializers.CharField())
    requirements = serializers.ListField(child=serializers.CharField())
    accessValidityInDays = serializers.IntegerField()


class CategoryOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    title = serializers.CharField()
    icon = serializers.ChoiceField(choices=Icon.values)
