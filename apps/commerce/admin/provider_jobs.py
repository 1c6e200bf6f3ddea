from typing import ClassVar

from django.contrib import admin

from apps.commerce.models import ProviderJob
from apps.core.read_only_admin import ReadOnlyAdmin


@admin.register(ProviderJob)
class ProviderJobAdmin(ReadOnlyAdmin):
    """When each job last succeeded, and how often it has failed since."""

    list_display = ("job", "succeeded_at", "failures", "started_at", "finished_at", "is_running", "result")
    fields: ClassVar = (*list_display, "lease_until", "resume_at")
    list_per_page = 20
    show_full_result_count = False

    @admin.display(description="running", boolean=True)
    def is_running(self, job: ProviderJob) -> bool:
        return job.holder is not None
