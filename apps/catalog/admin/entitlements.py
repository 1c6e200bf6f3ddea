"""Access of people to courses and Pro. It is here because staff choose the course by its title."""

from typing import Any, ClassVar
from uuid import UUID

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelect
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest

from apps.accounts.models import Entitlement, User
from apps.accounts.selectors import staff_access
from apps.accounts.services import people
from apps.accounts.states import Scope, Source
from apps.catalog.models import Course, TopicProgress
from apps.core.changed_fields import ChangedFieldsAdmin


class CourseIdField(forms.ModelChoiceField):
    """Searches courses by title; its value is the id."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(Course.objects.all(), **kwargs)
        widget: Any = AutocompleteSelect(TopicProgress._meta.get_field("course"), admin.site)
        self.widget = widget
        widget.choices = self.choices

    def clean(self, value: Any) -> UUID | None:
        course = super().clean(value)
        return None if course is None else course.pk


class EntitlementForm(forms.ModelForm):
    by: User
    """The member of staff who sent the request."""

    item_id = CourseIdField(label="Course", required=False, help_text="Leave empty for Pro.")

    class Meta:
        model = Entitlement
        fields = ("person", "scope", "item_id", "label", "starts_at", "ends_at")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if "scope" in cleaned and "item_id" in cleaned:
            is_pro, has_course = cleaned["scope"] == Scope.PRO, cleaned["item_id"] is not None
            if is_pro and has_course:
                self.add_error("item_id", "Leave this empty for Pro.")
            elif not is_pro and not has_course:
                self.add_error("item_id", "Choose a course.")
        if "person" in cleaned and not _may_change_access_of(cleaned["person"], by=self.by):
            self.add_error("person", people.StaffOnlyBySuperuser.message)
        elif "person" in cleaned and cleaned["person"].erased_at is not None:
            self.add_error("person", people.ErasedAccount.message)
        return cleaned


def _may_change_access_of(person: User, *, by: Any) -> bool:
    """Staff give nothing to themselves or each other."""
    return by.is_superuser or not person.is_staff


@admin.register(Entitlement)
class EntitlementAdmin(ChangedFieldsAdmin):
    """What is added here was given by staff. Whose access it is, and where it came from, stays."""

    form = EntitlementForm
    shows_personal_data = True
    list_display = ("person", "scope", "course", "label", "source", "starts_at", "ends_at")
    list_filter = ("scope", "source", "starts_at")
    list_select_related = ("person",)
    linked_lookups = ("person__id__exact",)
    search_fields = ("person__mobile", "label")
    autocomplete_fields: ClassVar = ["person"]

    def get_fields(self, request: HttpRequest, obj: Entitlement | None = None) -> tuple[str, ...]:
        source = () if obj is None else ("source",)
        return ("person", "scope", "item_id", *source, "label", "starts_at", "ends_at")

    def get_readonly_fields(self, request: HttpRequest, obj: Entitlement | None = None) -> tuple[str, ...]:
        return () if obj is None else ("person", "source")

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, change=change, **kwargs)
        # A subclass for this request, so that `by` is not shared between requests.
        return type(form.__name__, (form,), {"by": request.user})

    def save_model(self, request: HttpRequest, obj: Entitlement, form: Any, change: bool) -> None:
        if not change:
            obj.source = Source.STAFF
        super().save_model(request, obj, form, change)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entitlement]:
        titles = Course.objects.filter(pk=OuterRef("item_id")).values("title")
        rows: QuerySet[Entitlement] = super().get_queryset(request)
        return rows.annotate(course_title=Subquery(titles))

    @admin.display(description="course", empty_value="")
    def course(self, entitlement: Any) -> str | None:
        title: str | None = entitlement.course_title
        return title

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Entitlement]) -> None:
        # One by one: `delete` also invalidates the person's cached entitlements.
        for entitlement in queryset:
            entitlement.delete()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm(staff_access.GRANT_ACCESS))

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        is_theirs_to_change = obj is None or _may_change_access_of(obj.person, by=request.user)
        return is_theirs_to_change and bool(request.user.has_perm(staff_access.GRANT_ACCESS))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_change_permission(request, obj)
