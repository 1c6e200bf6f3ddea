from collections.abc import Collection
from typing import Any, ClassVar, Self

from django.core.validators import FileExtensionValidator
from django.db import models
from django.db.models import F
from django.db.models.expressions import Combinable
from django.db.models.lookups import Exact, GreaterThan
from django.utils import timezone

from apps.catalog.models.category import Category
from apps.catalog.states import Language, Level, Price, Sort
from apps.core import pictures
from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet, PublishedQuerySet
from apps.core.ids import new_id
from apps.core.model_fields import LinesField, PaiseField

_ORDERS: dict[Sort, tuple[str, ...]] = {
    Sort.POPULAR: ("-total_learners", "-rating", "-pk"),
    Sort.NEWEST: ("-published_at", "-pk"),
    Sort.RATING: ("-rating", "-total_learners", "-pk"),
    Sort.PRICE_LOW: ("offer_price_paise", "pk"),
    Sort.PRICE_HIGH: ("-offer_price_paise", "-pk"),
}


_NARROWED_BY = ("category", "level", "language", "is_pro", "offer_price_paise")


def _shelf(*order: str, name: str) -> models.Index:
    """
    Published courses in one of their orders, with all that narrows a list.

    A page is read off from its start, and what does not fit is passed over without looking at the course:
    that is quick for every mixture of filters, where an index for each would be right for one alone.
    """
    rest = [column for column in _NARROWED_BY if column not in order]
    return models.Index(fields=[*order, *rest], name=name, condition=models.Q(is_published=True))


def priced(price: Price, *, by_index: bool = True) -> models.Q:
    """
    What is true of a course of that price.

    A sum is not looked up in the index of prices: for a page in another order SQLite would take all courses
    of the price from it and sort them.
    """
    amount = F("offer_price_paise") if by_index else F("offer_price_paise") + 0
    match price:
        case Price.FREE:
            return models.Q(Exact(amount, 0), is_pro=False)
        case Price.PRO:
            return models.Q(is_pro=True)
        case Price.PAID:
            return models.Q(GreaterThan(amount, 0))


class CourseQuerySet(PublishedQuerySet["Course"]):
    def locked(self) -> "CourseQuerySet":
        """Rows that nobody else changes until the transaction ends; on SQLite the whole file is held."""
        return self.select_for_update(no_key=True)

    def priced(self, price: Price, *, sort: Sort = Sort.PRICE_LOW) -> "CourseQuerySet":
        """Courses of that price, which are going to be put in that order."""
        return self.filter(priced(price, by_index=sort in (Sort.PRICE_LOW, Sort.PRICE_HIGH)))

    def on_shelves(self, titles: Collection[str]) -> "CourseQuerySet":
        """Courses of the categories with these titles."""
        # Not by a join: the database would begin at the category and sort all its courses for each page.
        categories = Category.objects.filter(title__in=titles)
        return self.filter(category__in=categories.order_by().values("pk"))

    def taught_by(self, teachers: models.QuerySet[Any], *, is_rare: bool) -> "CourseQuerySet":
        """
        Courses of any of these instructors.

        Few courses are looked up; of many it is quicker to go through all in the order of the list and ask
        of each.
        """
        teaching = CourseInstructor.objects.filter(instructor__in=teachers.order_by().values("pk"))
        if is_rare:
            return self.filter(pk__in=teaching.values("course"))
        return self.filter(models.Exists(teaching.filter(course=models.OuterRef("pk"))))

    def in_order(self, sort: Sort) -> "CourseQuerySet":
        return self.order_by(*_ORDERS[sort])

    def best_first(self, relevance: Combinable) -> "CourseQuerySet":
        """What fits a search best first, and of what fits alike the popular."""
        return self.annotate(relevance=relevance).order_by("-relevance", *_ORDERS[Sort.POPULAR])

    def with_card(self) -> "CourseQuerySet":
        """Complete enough for cards without another query a course."""
        teaching = CourseInstructor.objects.select_related("instructor").in_order()
        return self.select_related("category").prefetch_related(models.Prefetch("teaching", teaching))


class Course(InvalidatesCache, models.Model):
    """A recorded course, bought or booked whole."""

    cache_tags = ("catalog",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    title = models.CharField(max_length=120)
    weburlname = models.SlugField(
        "address name", max_length=120, unique=True, help_text="The last part of its address."
    )
    # An index of its own would lure the database into sorting a whole category for each page of it.
    category = models.ForeignKey("catalog.Category", models.PROTECT, related_name="courses", db_index=False)
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

    image = pictures.PictureField(
        place=pictures.COVER,
        size_in=("image_width", "image_height"),
        upload_to="courses/",
        blank=True,
        help_text="16 to 9, best 1280 pixels wide or more; empty: a cover is drawn.",
    )
    image_width = models.PositiveIntegerField(null=True, blank=True, editable=False)
    image_height = models.PositiveIntegerField(null=True, blank=True, editable=False)
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
            _shelf("-total_learners", "-rating", "-id", name="shelf_by_popularity"),
            _shelf("-published_at", "-id", name="shelf_by_newest"),
            _shelf("-rating", "-total_learners", "-id", name="shelf_by_rating"),
            _shelf("offer_price_paise", "id", name="shelf_by_price"),
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


class CourseInstructorQuerySet(InvalidatesCacheQuerySet["CourseInstructor"]):
    def in_order(self) -> Self:
        return self.order_by("position", "pk")


class CourseInstructor(InvalidatesCache, models.Model):
    """Who teaches a course, in the order in which they are named."""

    cache_tags = ("catalog",)

    course = models.ForeignKey(Course, models.CASCADE, related_name="teaching", db_index=False)
    instructor = models.ForeignKey("content.Instructor", models.PROTECT, related_name="+", db_index=False)
    position = models.PositiveSmallIntegerField(default=0, help_text="The smallest comes first.")

    objects = CourseInstructorQuerySet.as_manager()

    class Meta:
        ordering = ("position", "id")
        indexes: ClassVar = [
            models.Index(fields=["course", "position", "id", "instructor"], name="teaching_of_course"),
            models.Index(fields=["instructor", "course"], name="teaching_of_instructor"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["course", "instructor"], name="instructor_once_a_course"),
        ]

    def __str__(self) -> str:
        return f"{self.instructor} in {self.course}"
