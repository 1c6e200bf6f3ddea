from typing import ClassVar, Self
from uuid import UUID

from django.core.validators import FileExtensionValidator
from django.db import models
from django.utils import timezone

from apps.catalog.states import Language, Level, Price, Sort
from apps.core.columns import LinesField, PaiseField
from apps.core.ids import new_id
from apps.core.shown import PublishedQuerySet, Shown, ShownQuerySet

_ORDERS: dict[Sort, tuple[str, ...]] = {
    Sort.POPULAR: ("-total_learners", "-rating", "-pk"),
    Sort.NEWEST: ("-published_at", "-pk"),
    Sort.RATING: ("-rating", "-total_learners", "-pk"),
    Sort.PRICE_LOW: ("offer_price_paise", "pk"),
    Sort.PRICE_HIGH: ("-offer_price_paise", "-pk"),
}


class CourseQuerySet(PublishedQuerySet["Course"]):
    def priced(self, price: Price) -> "CourseQuerySet":
        match price:
            case Price.FREE:
                return self.filter(offer_price_paise=0, is_pro=False)
            case Price.PRO:
                return self.filter(is_pro=True)
            case Price.PAID:
                return self.filter(offer_price_paise__gt=0)

    def taught_by_any(self, *, names: tuple[str, ...], ids: tuple[UUID, ...]) -> "CourseQuerySet":
        """Courses of these instructors, each named by its id, slug or full name."""
        is_named = models.Q(instructor__slug__in=names) | models.Q(instructor__name__in=names)
        teaching = CourseInstructor.objects.filter(
            is_named | models.Q(instructor__in=ids), course=models.OuterRef("pk")
        )
        return self.filter(models.Exists(teaching))

    def in_order(self, sort: Sort) -> "CourseQuerySet":
        return self.order_by(*_ORDERS[sort])

    def with_card(self) -> "CourseQuerySet":
        """Complete enough for cards without another query a course."""
        teaching = CourseInstructor.objects.select_related("instructor").in_order()
        return self.select_related("category").prefetch_related(models.Prefetch("teaching", teaching))


class Course(Shown, models.Model):
    """A recorded course, bought or booked whole."""

    topics = ("catalog",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    title = models.CharField(max_length=120)
    weburlname = models.SlugField(
        "address name", max_length=120, unique=True, help_text="The last part of its address."
    )
    category = models.ForeignKey("catalog.Category", models.PROTECT, related_name="courses")
    instructors = models.ManyToManyField(
        "content.Instructor", through="catalog.CourseInstructor", related_name="+"
    )
    lead = models.CharField(max_length=200, blank=True, help_text="One sentence for lists and sharing.")
    long_description = models.TextField(max_length=6000, blank=True)
    link = models.URLField(blank=True, help_text="Further material elsewhere, if any.")
    level = models.CharField(max_length=20, choices=Level, default=Level.BEGINNER)
    language = models.CharField(max_length=20, choices=Language, default=Language.ENGLISH)
    what_you_will_learn = LinesField()
    requirements = LinesField()

    offer_price_paise = PaiseField("offer price paise", default=0)
    markup_price_paise = PaiseField(
        "markup price paise", null=True, blank=True, help_text="Struck through; empty: none."
    )
    is_pro = models.BooleanField("included with Pro", default=False)
    is_new = models.BooleanField("marked new", default=False)
    access_days = models.PositiveIntegerField("access in days", default=365)

    is_published = models.BooleanField(default=False)
    published_at = models.DateTimeField(default=timezone.now)

    image = models.FileField(
        upload_to="courses/",
        blank=True,
        validators=[FileExtensionValidator(["jpg", "jpeg", "png", "webp", "avif"])],
        help_text="Empty: a cover is drawn.",
    )
    image_width = models.PositiveIntegerField(null=True, blank=True)
    image_height = models.PositiveIntegerField(null=True, blank=True)
    preview_video = models.FileField(
        upload_to="previews/",
        blank=True,
        validators=[FileExtensionValidator(["mp4", "webm"])],
        help_text="Short and silent; plays while the pointer is on the card.",
    )

    duration_seconds = models.PositiveIntegerField(default=0)
    total_learners = models.PositiveIntegerField(default=0)
    rating = models.DecimalField(max_digits=2, decimal_places=1, default=0)

    objects = CourseQuerySet.as_manager()

    class Meta:
        ordering = ("title", "id")
        indexes: ClassVar = [
            models.Index(fields=["-total_learners", "-rating", "-id"], name="course_by_popularity"),
            models.Index(fields=["-published_at", "-id"], name="course_by_newest"),
            models.Index(fields=["-rating", "-total_learners", "-id"], name="course_by_rating"),
            models.Index(fields=["offer_price_paise", "id"], name="course_by_price"),
            models.Index(fields=["category", "-total_learners", "-rating", "-id"], name="course_of_category"),
            models.Index(fields=["level", "-total_learners", "-rating", "-id"], name="course_of_level"),
            models.Index(fields=["language", "-total_learners", "-rating", "-id"], name="course_in_language"),
            models.Index(fields=["is_pro", "-total_learners", "-rating", "-id"], name="course_with_pro"),
            models.Index(fields=["title", "id"], name="course_by_title"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(offer_price_paise__gte=0), name="course_offer_price_not_negative"
            ),
            models.CheckConstraint(
                condition=models.Q(markup_price_paise__isnull=True)
                | models.Q(markup_price_paise__gt=models.F("offer_price_paise")),
                name="course_markup_price_above_offer",
                violation_error_message="The markup price must be above the offer price, or empty.",
            ),
            models.CheckConstraint(
                condition=models.Q(rating__gte=0, rating__lte=5), name="course_rating_0_to_5"
            ),
            models.CheckConstraint(condition=models.Q(access_days__gte=1), name="course_access_lasts_a_day"),
            models.CheckConstraint(
                # A comparison with null is neither true nor false, and a check lets that pass.
                condition=models.Q(image="")
                | models.Q(
                    image_width__isnull=False,
                    image_height__isnull=False,
                    image_width__gte=1,
                    image_height__gte=1,
                ),
                name="course_image_has_its_size",
                violation_error_message="Give the width and the height of the image.",
            ),
        ]

    def __str__(self) -> str:
        return self.title


class CourseInstructorQuerySet(ShownQuerySet["CourseInstructor"]):
    def in_order(self) -> Self:
        return self.order_by("position", "pk")


class CourseInstructor(Shown, models.Model):
    """Who teaches a course, in the order in which they are named."""

    topics = ("catalog",)

    course = models.ForeignKey(Course, models.CASCADE, related_name="teaching")
    instructor = models.ForeignKey("content.Instructor", models.PROTECT, related_name="+")
    position = models.PositiveSmallIntegerField(default=0, help_text="The smallest comes first.")

    objects = CourseInstructorQuerySet.as_manager()

    class Meta:
        ordering = ("position", "id")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["course", "instructor"], name="instructor_once_a_course"),
        ]

    def __str__(self) -> str:
        return f"{self.instructor} in {self.course}"
