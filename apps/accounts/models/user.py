import re
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.validators import RegexValidator
from django.db import models

from apps.core.ids import new_id

MOBILE = re.compile(r"[6-9][0-9]{9}")


class People(BaseUserManager["User"]):
    """Makes learners, who have no password, and staff, who do."""

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


class User(AbstractBaseUser, PermissionsMixin):
    """A person, known by an Indian mobile number."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    mobile = models.CharField(
        max_length=10,
        unique=True,
        validators=[RegexValidator(rf"^{MOBILE.pattern}\Z", "Ten digits that start with 6 to 9.")],
    )
    name = models.CharField(max_length=80, blank=True)
    email = models.EmailField(blank=True)
    state = models.CharField(max_length=60, blank=True)
    company = models.CharField(max_length=120, blank=True)
    gst_no = models.CharField("GSTIN", max_length=15, blank=True)
    address = models.CharField(max_length=400, blank=True)
    can_whatsapp = models.BooleanField("WhatsApp allowed", default=False)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    joined_at = models.DateTimeField(auto_now_add=True, db_index=True)

    objects: ClassVar[People] = People()

    USERNAME_FIELD = "mobile"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = "person"
        verbose_name_plural = "people"
        ordering = ("-joined_at", "-id")

    def __str__(self) -> str:
        return self.name or f"Member ending in {self.mobile[-2:]}"
