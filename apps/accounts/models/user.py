import re
from typing import Any, ClassVar
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.validators import RegexValidator
from django.db import models, transaction
from django.utils.crypto import salted_hmac

from apps.accounts.models.name_tail import store_tails
from apps.core import tagged_cache
from apps.core.ids import new_id
from apps.core.prefix_search import Folded

MOBILE = re.compile(r"[6-9][0-9]{9}")
MOBILE_VALIDATOR = RegexValidator(rf"^{MOBILE.pattern}\Z", "Ten digits that start with 6 to 9.")


class People(BaseUserManager["User"]):
    """Creates learners, who have no password, and staff, who have one."""

    def create_user(self, mobile: str, **fields: Any) -> "User":
        user = self.model(mobile=mobile, **fields)
        user.set_unusable_password()
        user.full_clean(exclude=["password"])
        user.save(using=self._db)
        return user

    def create_superuser(self, mobile: str, password: str, **fields: Any) -> "User":
        user = self.model(mobile=mobile, is_staff=True, is_superuser=True, **fields)
        user.set_password(password)
        user.full_clean()
        user.save(using=self._db)
        return user

    def locked(self) -> models.QuerySet["User"]:
        """
        Lock the rows that are read until the transaction ends.

        SQLite has no row locks: there each writing transaction locks the whole file.
        """
        # Don't lock the key: rows with a foreign key to the person can still be inserted.
        return self.select_for_update(no_key=True)

    def get_cached(self, person_id: UUID | str) -> "User | None":
        """Return the person with this id, from the cache if possible, or None."""
        cache_tag = f"person:{person_id}"
        return tagged_cache.get_or_set(
            tags=(cache_tag,),
            key=cache_tag,
            make=lambda: self.filter(pk=person_id).first(),
            seconds=settings.USER_CACHE_SECONDS,
        )

    def store_in_cache(self, person: "User") -> None:
        tagged_cache.store(
            tags=(person.cache_tag,),
            key=person.cache_tag,
            response=person,
            seconds=settings.USER_CACHE_SECONDS,
        )


class User(AbstractBaseUser, PermissionsMixin):
    """A person, identified by an Indian mobile number."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    mobile = models.CharField(
        max_length=10,
        unique=True,
        validators=[MOBILE_VALIDATOR],
    )
    name = models.CharField(max_length=80, blank=True)
    email = models.EmailField(blank=True)
    confirmed_email = models.EmailField(
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text="The address whose link was opened: whoever writes another leaves that unconfirmed.",
    )
    state = models.CharField(max_length=60, blank=True)
    company = models.CharField(max_length=120, blank=True)
    gst_no = models.CharField("GSTIN", max_length=15, blank=True)
    address = models.CharField(max_length=400, blank=True)
    can_whatsapp = models.BooleanField("WhatsApp allowed", default=False)
    engagement_consent = models.BooleanField(
        "usage data allowed", null=True, editable=False, help_text="Empty until the person was asked."
    )
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    joined_at = models.DateTimeField(auto_now_add=True, db_index=True)
    sessions_epoch = models.PositiveIntegerField(
        default=0, editable=False, help_text="Increase it to log the person out on all devices."
    )
    mobile_since = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="Empty if the number was never changed."
    )
    erased_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects: ClassVar[People] = People()

    USERNAME_FIELD = "mobile"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = "person"
        verbose_name_plural = "people"
        ordering = ("-joined_at", "-id")
        permissions: ClassVar = [
            ("block_user", "Can block a person and unblock them"),
            ("manage_staff", "Can make staff and change roles"),
            ("export_data", "Can download data as files"),
        ]
        indexes: ClassVar = [
            models.Index(Folded("name"), name="people_by_name"),
            models.Index(Folded("email"), name="people_by_email"),
        ]

    def __str__(self) -> str:
        return self.name or f"Member ending in {self.mobile[-2:]}"

    @property
    def has_confirmed_email(self) -> bool:
        return self.email != "" and self.email == self.confirmed_email

    @property
    def reachable_email(self) -> str:
        """The address that we may write to: empty until it is confirmed."""
        return self.email if self.has_confirmed_email else ""

    @property
    def cache_tag(self) -> str:
        """Tag that invalidates everything cached about the person."""
        return f"person:{self.pk}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        has_tails = not self._state.adding or bool(self.name)
        fields = kwargs.get("update_fields")
        if has_tails and (fields is None or "name" in fields):
            with transaction.atomic(savepoint=False):
                super().save(*args, **kwargs)
                store_tails(self)
        else:
            super().save(*args, **kwargs)
        tagged_cache.invalidate(self.cache_tag)

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        bound_to = f"{self.password}:{self.sessions_epoch}"
        return salted_hmac("accounts.session", bound_to, secret=secret, algorithm="sha256").hexdigest()
