from collections.abc import Mapping
from difflib import unified_diff
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from apps.content import page_seeds
from apps.content.models import Page
from apps.content.services import pages
from apps.core.management.operations import OperationsCommand, Result


class Command(OperationsCommand):
    help = "Publish the text that this release has for a legal page, in place of the present one."

    def add_own_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", choices=page_seeds.SLUGS)

    def run(self, options: Mapping[str, Any]) -> Result:
        seed = next(page for page in page_seeds.pages() if page.slug == options["slug"])
        page = Page.objects.get(slug=seed.slug)
        diff = list(
            unified_diff(page.text.splitlines(), seed.text.splitlines(), "now", "release", lineterm="")
        )
        is_new = (page.title, page.lead, page.text) != (seed.title, seed.lead, seed.text)
        if is_new and not options["dry_run"]:
            pages.publish(
                page_id=page.pk,
                based_on=page.version,
                title=seed.title,
                lead=seed.lead,
                text=seed.text,
                by=None,
                at=timezone.now(),
            )
        verb = "would become" if options["dry_run"] else "is now"
        said = f"{seed.slug} {verb} version {page.version + 1}." if is_new else f"{seed.slug} is up to date."
        return Result({"dryRun": options["dry_run"], "changed": is_new, "diff": diff}, [*diff, said])
