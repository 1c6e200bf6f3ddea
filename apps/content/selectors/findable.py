"""What of the academy the site's search looks through."""

from collections.abc import Sequence

from apps.content.models import AcademyChapter
from apps.content.selectors.academy import TOPICS
from apps.core import cached
from apps.core.findable import Findable, row


def chapters() -> Sequence[Findable]:
    return cached.remembered(topics=TOPICS, key="findable chapters", make=_chapters)


def _chapters() -> Sequence[Findable]:
    rows = AcademyChapter.objects.published().filter(module__is_published=True).select_related("module")
    return [
        row(
            id=chapter.pk,
            title=chapter.title,
            path=f"/academy/{chapter.module.weburlname}/{chapter.weburlname}",
            about=chapter.module.title,
            texts=[chapter.summary, chapter.text],
        )
        for chapter in rows.order_by("module__position", "module", "position", "pk")
    ]
