"""The list of courses, as in the tutorials of Django and DRF."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from rest_framework import generics, permissions, serializers

from apps.catalog.models import Course
from apps.content.models import Instructor


class InstructorOut(serializers.ModelSerializer):
    _id = serializers.UUIDField(source="id")
    full_name = serializers.CharField(source="name")
    image = serializers.FileField(source="photo")

    class Meta:
        model = Instructor
        fields = ("_id", "full_name", "experience", "image")


class CourseOut(serializers.ModelSerializer):
    _id = serializers.UUIDField(source="id")
    instructors = InstructorOut(many=True)
    totalLearner = serializers.IntegerField(source="total_learners")
    offer_price = serializers.IntegerField(source="offer_price_paise")
    markup_price = serializers.IntegerField(source="markup_price_paise")
    webimage = serializers.SerializerMethodField()
    CoursetotalDuration = serializers.IntegerField(source="duration_seconds")
    proCourse = serializers.BooleanField(source="is_pro")
    isPurchased = serializers.SerializerMethodField()
    previewVideoId = serializers.SerializerMethodField()
    previewVideoUrl = serializers.FileField(source="preview_video")
    isNew = serializers.BooleanField(source="is_new")
    category = serializers.CharField(source="category.title")

    class Meta:
        model = Course
        fields = (
            *("_id", "title", "weburlname", "lead", "long_description", "link", "instructors"),
            *("totalLearner", "rating", "offer_price", "markup_price", "level", "language", "webimage"),
            *("CoursetotalDuration", "proCourse", "isPurchased", "previewVideoId", "previewVideoUrl"),
            *("isNew", "category"),
        )

    def get_webimage(self, course: Course) -> Any:
        return [{"url": course.image.name, "width": course.image_width, "height": course.image_height}]

    def get_isPurchased(self, course: Course) -> bool:  # noqa: N802 - named by DRF
        return False

    def get_previewVideoId(self, course: Course) -> Any:  # noqa: N802 - named by DRF
        return course.pk if course.preview_video else None


class BareList(generics.ListAPIView):
    authentication_classes = ()
    permission_classes = (permissions.AllowAny,)
    serializer_class = CourseOut
    queryset = (
        Course.objects.filter(is_published=True)
        .select_related("category")
        .prefetch_related("instructors")
        .order_by("-total_learners", "-rating", "-pk")[:50]
    )


def fixed_response(body: bytes) -> Any:
    def view(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(body, content_type="application/json")

    return view
