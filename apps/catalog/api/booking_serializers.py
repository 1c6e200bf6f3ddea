from typing import Any

from rest_framework import serializers

from apps.catalog.states import EnrolmentStatus
from apps.core.api.fields import ChoiceField, IdField
from apps.core.api.pagination import PaginationIn


class BookCourseIn(serializers.Serializer[Any]):
    id = IdField(help_text="Id or slug.")


class EnrolmentListQuery(PaginationIn):
    status = ChoiceField(choices=EnrolmentStatus.values, required=False)
