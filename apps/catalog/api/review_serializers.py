from typing import Any

from rest_framework import serializers

from apps.catalog.states import ReviewStatus
from apps.core.api.fields import CountField, IdField, TextField
from apps.core.api.pagination import PaginationIn
from apps.core.plain_text import is_blank


class StarsField(CountField):
    """An integer from 1 to 5."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=5, **kwargs)


class ReviewListQuery(PaginationIn):
    rating = StarsField(required=False, help_text="Only reviews with so many stars.")


class ReviewIn(serializers.Serializer[Any]):
    courseId = IdField()
    rating = StarsField()
    text = TextField(required=False, default="", allow_blank=True, max_length=1200)

    def validate_text(self, text: str) -> str:
        return "" if is_blank(text) else text


class OwnReviewOut(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="The name that readers will see.")
    rating = serializers.IntegerField(min_value=1, max_value=5)
    text = serializers.CharField()
    status = serializers.ChoiceField(choices=ReviewStatus.values)
