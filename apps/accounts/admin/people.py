from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.accounts import gstin
from apps.accounts.models import User
from apps.accounts.selectors import people_search, staff_access
from apps.accounts.services import consents, security_log
from apps.accounts.states import ConsentChannel, ConsentKind
from apps.core.changed_fields import ChangedFieldsMixin
from apps.core.plain_text import validate_person_name, validate_visible, validate_visible_lines

_PRIVILEGE_FIELDS = ("is_staff", "is_superuser", "groups", "user_permissions")

_VALIDATORS: Mapping[str, tuple[Callable[[str], None], ...]] = {
    "name": (validate_visible, validate_person_name),
    "state": (validate_visible,),
    "company": (validate_visible,),
    "address": (validate_visible_lines,),
}
"""As the settings page and the calls have them: invoices are made out to these texts."""


class PersonForm(UserChangeForm):
    class Meta(UserChangeForm.Meta):
        model = User
        # An input of one line would join the lines of an address.
        widgets = {"address": forms.Textarea(attrs={"class": "vLargeTextField", "rows": 3})}

    def clean_gst_no(self) -> str:
        text: str = self.cleaned_data["gst_no"]
        number = gstin.parse(text) if text else ""
        if number is None:
            raise ValidationError("Enter a valid 15-character GSTIN, or leave this blank.")
        return number


@admin.register(User)
class PersonAdmin(ChangedFieldsMixin, UserAdmin):
    """
    Accounts of learners and staff.

    Accounts cannot be deleted here: consents are kept as proof, and the erasure service deletes accounts.
    Making or changing staff needs a permission of its own: whoever sets a password can log in with it.
    """

    shows_personal_data = True
    form = PersonForm
    add_form = forms.ModelForm
    add_form_template = None
    list_display = ("mobile", "name", "email", "state", "is_staff", "joined_at", "overview")
    list_filter = ("is_staff", "is_active")
    search_fields = ("mobile", "name", "email")
    search_help_text = "The beginning of a mobile number, of a word of a name or of an email address."
    ordering = ("-joined_at", "-id")
    show_full_result_count = False
    readonly_fields = (
        "overview",
        "joined_at",
        "last_login",
        "erased_at",
        "sent_messages",
        "email_is_confirmed",
    )
    fieldsets = (
        (None, {"fields": ("overview", "mobile", "password", "name", "email", "email_is_confirmed")}),
        ("Account", {"fields": ("joined_at", "last_login", "erased_at")}),
        ("For invoices", {"fields": ("state", "company", "gst_no", "address")}),
        ("Messages", {"fields": ("can_whatsapp", "sent_messages")}),
        ("Access", {"fields": ("is_active", *_PRIVILEGE_FIELDS)}),
    )
    add_fieldsets = ((None, {"fields": ("mobile", "name")}),)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        sections = super().get_fieldsets(request, obj)
        if obj is None or obj.is_staff:
            return sections
        # Learners cannot log in with a password.
        return [
            (title, {**section, "fields": [name for name in section["fields"] if name != "password"]})
            for title, section in sections
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        # Once for each request: an invalid form has changed `obj` already when its page is shown again.
        decided = request.__dict__.setdefault("readonly_fields_of_people", {})
        key = None if obj is None else obj.pk
        if key not in decided:
            decided[key] = self._readonly_fields(request, obj)
        fields: tuple[str, ...] = decided[key]
        return fields

    def _readonly_fields(self, request: HttpRequest, obj: User | None) -> tuple[str, ...]:
        readonly: tuple[str, ...] = self.readonly_fields
        if obj is not None:
            # The number gives access to the account: it is changed under 'Mobile number changes', in a day.
            readonly += ("mobile",)
        if obj is not None and not obj.is_staff:
            # Learners are blocked on their overview, for a reason, which also ends their sessions.
            readonly += ("is_active",)
        if not staff_access.may_manage_staff(request.user):
            readonly += _PRIVILEGE_FIELDS
        elif not request.user.is_superuser:
            readonly += ("is_superuser",)
        if obj is None or not obj.can_whatsapp:
            # Staff can withdraw consent on request. Only the person can give it.
            readonly += ("can_whatsapp",)
        return readonly

    @admin.display(description="overview", empty_value="")
    def overview(self, person: User) -> SafeString | None:
        if person._state.adding:
            return None
        return format_html('<a href="{}">Overview</a>', reverse("office:learner", args=[person.pk]))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        text = " ".join(search_term.split())
        if not text:
            return queryset, False
        return queryset.filter(people_search.matching(text=text)), False

    @admin.display(description="email is confirmed", boolean=True)
    def email_is_confirmed(self, person: User) -> bool:
        """Not after staff changed it: the person gets the link from their settings."""
        return person.has_confirmed_email

    @admin.display(description="sent messages")
    def sent_messages(self, person: User) -> str:
        url = reverse("admin:accounts_delivery_changelist", query={"person__id__exact": person.pk})
        return format_html('<a href="{}">All messages to this person</a>', url)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None:
            field.validators.extend(_VALIDATORS.get(db_field.name, ()))
        return field

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_manytomany(db_field, request, **kwargs)
        if isinstance(field, forms.ModelMultipleChoiceField):
            if db_field.name == "user_permissions":
                field.queryset = staff_access.permissions_to_give(request.user)
            elif db_field.name == "groups":
                field.queryset = staff_access.groups_to_give(request.user)
        return field

    def save_model(self, request: HttpRequest, obj: Any, form: forms.ModelForm, change: bool) -> None:
        if not change:
            # Staff get a password after the account is created.
            obj.set_unusable_password()
        if "can_whatsapp" not in form.changed_data:
            super().save_model(request, obj, form, change)
            return
        obj.can_whatsapp = True
        super().save_model(request, obj, form, change)
        consents.withdraw(
            person=obj,
            kind=ConsentKind.WHATSAPP,
            channel=ConsentChannel.STAFF,
            address=None,
            at=timezone.now(),
        )

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        changed = [name for name in form.changed_data if name in (*_PRIVILEGE_FIELDS, "is_active")]
        if changed:
            person = form.instance
            security_log.log_change_by_staff(
                "role changed", request=request, mobile=person.mobile, person_id=person.pk, changed=changed
            )

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        person = self.get_object(request, id)
        if person is not None and not person.is_staff:
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        if obj is not None and obj.erased_at is not None:
            return False
        if obj is not None and obj.is_staff and not staff_access.may_manage(request.user, obj):
            return False
        return super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
