"""Members of staff who may work on grievances, contact messages or the complaints register."""

from django.contrib.auth.models import Permission
from django.db.models import Q, QuerySet

from apps.accounts.models import User
from apps.support.models import Complaint, ContactMessage, Ticket


def who_may_work_on(kind: type[Ticket] | type[ContactMessage] | type[Complaint]) -> QuerySet[User]:
    permission = Permission.objects.filter(
        codename=f"change_{kind._meta.model_name}", content_type__app_label=kind._meta.app_label
    )
    allowed = (
        Q(is_superuser=True) | Q(user_permissions__in=permission) | Q(groups__permissions__in=permission)
    )
    return User.objects.filter(allowed, is_active=True, is_staff=True).order_by("name", "pk").distinct()
