from collections.abc import Collection
from typing import Any, ClassVar, Self

from django.core.exceptions import ValidationError
from django.core.validators import FileExtensionValidator
from django.db import models
from django.db.models import F
from django.db.models.expressions import Combinable
from django.db.models.lookups import Exact, GreaterThan
from django.utils import timezone

from apps.catalog import deadlines
from apps.catalog.models.category import Category
from apps.catalog.states import Language, Level, Price, Sort
from apps.core import images
from apps.core.cache_invalidation import DatedQuerySet, InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.covers import figures
from apps.core.ids import new_id
from apps.core.model_fields import LinesField, PaiseField
from apps.core.price_fields import PriceField
from apps.core.publishing import PUBLIC_FROM_HELP, PublishableModel, approval_index
from apps.core.struck_prices import require_last_day

_SORT_ORDERS: dict[Sort, tuple[str, ...]] = {
    Sort.POPULAR: ("-total_learners", "-rating", "-pk"),
    Sort.NEWEST: ("-published_at", "-pk"),
    Sort.RATING: ("-rating", "-total_learners", "-pk"),
    Sort.PRICE_LOW: ("offer_price_paise", "pk"),
    Sort.PRICE_HIGH: ("-offer_price_paise", "-pk"),
}


_FILTER_COLUMNS = ("category", "level", "language", "is_pro", "offer_price_paise", "published_at")


def _list_index(*order: str, name: str) -> models.Index:
    """
    An index over published courses in one sort order that also contains the columns of all filters.

    A page is read from the index, which skips courses that do not match without reading their rows. That is
    fast for any combination of filters; an index for each filter would help that filter only.
    """
    rest = [column for column in _FILTER_COLUMNS if column not in order and f"-{column}" not in order]
    return models.Index(fields=[*order, *rest], name=name, condition=models.Q(is_published=True))


def price_condition(price: Price, *, use_index: bool = True) -> models.Q:
    """
    The condition for a price filter.

    `+ 0` keeps SQLite from using the index on prices: for a page in another order it would fetch all courses
    of the price and sort them.
    """
    amount = F("offer_price_paise") if use_index else F("offer_price_paise") + 0
    match price:
        case Price.FREE:
            return models.Q(Exact(amount, 0), is_pro=False)
        case Price.PRO:
            return models.Q(is_pro=True)
        case Price.PAID:
            return models.Q(GreaterThan(amount, 0))


class CourseQuerySet(DatedQuerySet["Course"]):
    def locked(self) -> "CourseQuerySet":
        """Rows locked until the transaction ends; on SQLite the whole file is."""
        return self.select_for_update(no_key=True)

    def with_price(self, price: Price, *, sort: Sort = Sort.PRICE_LOW) -> "CourseQuerySet":
        """Courses of that price; `sort` is the order in which they will be sorted."""
        return self.filter(price_condition(price, use_index=sort in (Sort.PRICE_LOW, Sort.PRICE_HIGH)))

    def in_categories(self, titles: Collection[str]) -> "CourseQuerySet":
        """Courses of the categories with these titles."""
        # No join: the database would start at the category and sort all its courses for each page.
        categories = Category.objects.filter(title__in=titles)
        return self.filter(category__in=categories.order_by().values("pk"))

    def taught_by(self, teachers: models.QuerySet[Any], *, few_matches: bool) -> "CourseQuerySet":
        """
        Courses of any of these instructors.

        Few matches are looked up and sorted. With many it is faster to walk the sorted list and test each
        course.
        """
        teaching = CourseInstructor.objects.filter(instructor__in=teachers.order_by().values("pk"))
        if few_matches:
            return self.filter(pk__in=teaching.values("course"))
        return self.filter(models.Exists(teaching.filter(course=models.OuterRef("pk"))))

    def sorted_by(self, sort: Sort) -> "CourseQuerySet":
        return self.order_by(*_SORT_ORDERS[sort])

    def by_relevance(self, relevance: Combinable) -> "CourseQuerySet":
        """By relevance to a search, then by popularity."""
        return self.annotate(relevance=relevance).order_by("-relevance", *_SORT_ORDERS[Sort.POPULAR])

    def with_card_relations(self) -> "CourseQuerySet":
        """With the relations of a card, so that a card needs no query of its own."""
        teaching = CourseInstructor.objects.select_related("instructor").in_order()
        return self.select_related("category").prefetch_related(models.Prefetch("teaching", teaching))


class Course(InvalidatesCache, PublishableModel):
    """A recorded course; it is bought or booked as a whole."""

    cache_tags = ("catalog",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    title = models.CharField(max_length=120)
    weburlname = models.SlugField(
        "slug", max_length=120, unique=True, help_text="The last part of the course's URL."
    )
    # No index of its own: the database would use it and sort a whole category for each page.
    category = models.ForeignKey("catalog.Category", models.PROTECT, related_name="courses", db_index=False)
    instructors = models.ManyToManyField(
        "content.Instructor", through="catalog.CourseInstructor", related_name="+"
    )
    lead = models.CharField(
        "short description",
        max_length=200,
        blank=True,
        help_text="One sentence, for lists and link previews.",
    )
    long_description = models.TextField(max_length=6000, blank=True)
    link = models.URLField(
        "external link", blank=True, help_text="Optional: further material on another site."
    )
    level = models.CharField(max_length=20, choices=Level, default=Level.BEGINNER)
    language = models.CharField(max_length=20, choices=Language, default=Language.ENGLISH)
    what_you_will_learn = LinesField()
    requirements = LinesField()

    offer_price_paise = PriceField("price (paise)", default=0)
    markup_price_paise = PaiseField(
        "original price (paise)",
        null=True,
        blank=True,
        help_text="Shown struck through. Leave empty for no discount.",
    )
    markup_last_day = models.DateField(
        "last day of the struck price",
        null=True,
        blank=True,
        help_text="In Indian time. From the next day on the original price is not shown anywhere.",
    )
    is_pro = models.BooleanField("included with Pro", default=False)
    is_new = models.BooleanField("show as new", default=False)
    access_days = models.PositiveIntegerField("access in days", default=deadlines.course_access_days)

    is_published = models.BooleanField(default=False)
    published_at = models.DateTimeField("public from", default=timezone.now, help_text=PUBLIC_FROM_HELP)

    image = images.ResponsiveImageField(
        spec=images.COVER,
        size_fields=("image_width", "image_height"),
        upload_to="courses/",
        blank=True,
        help_text="16:9, ideally at least 1280 pixels wide. Before publishing it needs this or a figure.",
    )
    figure = models.CharField(
        max_length=20,
        blank=True,
        db_default="",
        choices=figures.CHOICES,
        help_text="The cover while there is no image. Without a figure it is a random chart.",
    )
    figure_numbers = models.CharField(
        "numbers of the figure",
        max_length=40,
        blank=True,
        db_default="",
        help_text="Whole numbers in the order that the figure names, such as '500, 12'.",
    )
    image_width = models.PositiveIntegerField(null=True, blank=True, editable=False)
    image_height = models.PositiveIntegerField(null=True, blank=True, editable=False)
    preview_video = models.FileField(
        upload_to="previews/",
        blank=True,
        validators=[FileExtensionValidator(["mp4", "webm"])],
        help_text="A short video without sound. It plays while the pointer is over the card.",
    )

    duration_seconds = models.PositiveIntegerField(default=0)
    content_updated_at = models.DateTimeField(
        "content updated on", default=timezone.now, editable=False, help_text="Shown as 'Last updated'."
    )

    # Counted from rows, so that lists can be sorted by them; nobody enters them.
    total_learners = models.PositiveIntegerField("learners", default=0, editable=False)
    review_count = models.PositiveIntegerField("published reviews", default=0, editable=False)
    rating = models.DecimalField(max_digits=2, decimal_places=1, default=0, editable=False)

    objects = CourseQuerySet.as_manager()

    class Meta:
        ordering = ("title", "id")
        indexes: ClassVar = [
            _list_index("-total_learners", "-rating", "-id", name="shelf_by_popularity"),
            _list_index("-published_at", "-id", name="shelf_by_newest"),
            _list_index("-rating", "-total_learners", "-id", name="shelf_by_rating"),
            _list_index("offer_price_paise", "id", name="shelf_by_price"),
            models.Index(fields=["title", "id"], name="course_by_title"),
            approval_index("course_approval_end"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(offer_price_paise__gte=0), name="course_offer_price_not_negative"
            ),
            models.CheckConstraint(
                condition=models.Q(markup_price_paise__isnull=True)
                | models.Q(markup_price_paise__gt=models.F("offer_price_paise")),
                name="course_markup_price_above_offer",
                violation_error_message="The original price must be higher than the price, or empty.",
            ),
            models.CheckConstraint(
                condition=models.Q(rating__gte=0, rating__lte=5), name="course_rating_0_to_5"
            ),
            models.CheckConstraint(condition=models.Q(access_days__gte=1), name="course_access_lasts_a_day"),
            models.CheckConstraint(
                # A comparison with NULL is NULL, and a check constraint accepts that.
                condition=models.Q(image="")
                | models.Q(
                    image_width__isnull=False,
                    image_height__isnull=False,
                    image_width__gte=1,
                    image_height__gte=1,
                ),
                name="course_image_has_its_size",
                violation_error_message="The image needs its width and height.",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return f"/courses/{self.weburlname}"

    def clean(self) -> None:
        """Require the last day of a struck price, and numbers that fit the cover's figure."""
        if self.figure:
            try:
                figures.parse_numbers(self.figure, self.figure_numbers)
            except ValueError as error:
                raise ValidationError({"figure_numbers": str(error)}) from error
        require_last_day(self)


class CourseInstructorQuerySet(InvalidatesCacheQuerySet["CourseInstructor"]):
    def in_order(self) -> Self:
        return self.order_by("position", "pk")


class CourseInstructor(InvalidatesCache, models.Model):
    """An instructor of a course, in the order in which instructors are listed."""

    cache_tags = ("catalog",)

    course = models.ForeignKey(Course, models.CASCADE, related_name="teaching", db_index=False)
    instructor = models.ForeignKey(
        "content.Instructor", models.PROTECT, verbose_name="mentor", related_name="+", db_index=False
    )
    position = models.PositiveSmallIntegerField(default=0, help_text="Lower numbers come first.")

    objects = CourseInstructorQuerySet.as_manager()

    class Meta:
        verbose_name = "mentor of a course"
        verbose_name_plural = "mentors of a course"
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
