from typing import ClassVar

from django.conf import settings
from django.db import models

from apps.audit.states import EntryKind
from apps.core.ids import new_id


class AuditEntry(models.Model):
    """
    Something that staff did in the admin.

    The database refuses to change or delete a row (`migrations/_append_only`). The one change that it allows
    is the erasure of a person: values and names become empty, the rest stays.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    at = models.DateTimeField("time")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name="staff member"
    )
    kind = models.CharField(max_length=10, choices=EntryKind)
    object_type = models.CharField("type", max_length=80, blank=True, help_text="Such as 'catalog.course'.")
    object_id = models.CharField(max_length=64, blank=True)
    object_text = models.CharField("object", max_length=120, blank=True)
    subject_id = models.UUIDField(null=True, help_text="The person whose data the object is.")
    fields = models.TextField(blank=True, help_text="Names of the changed fields, one a line.")
    changes = models.JSONField(default=list)
    note = models.CharField(max_length=300, blank=True)
    address = models.GenericIPAddressField("IP address", null=True)
    erased_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "audit entry"
        verbose_name_plural = "audit trail"
        ordering = ("-at", "-id")
        default_permissions = ("view",)
        indexes: ClassVar = [
            models.Index(fields=["-at", "-id"], name="audit_by_time"),
            models.Index(fields=["person", "-at", "-id"], name="audit_by_staff"),
            models.Index(fields=["kind", "-at", "-id"], name="audit_by_kind"),
            models.Index(fields=["object_type", "-at", "-id"], name="audit_by_type"),
            models.Index(fields=["object_type", "object_id", "-at", "-id"], name="audit_of_object"),
            models.Index(fields=["object_id", "-at", "-id"], name="audit_by_object_id"),
            models.Index(fields=["subject_id", "-at", "-id"], name="audit_about_person"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.object_text or self.object_type or self.note}"
