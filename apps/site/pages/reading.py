"""Pages to read: the academy, and the pages of words."""

from collections.abc import Callable

from apps.content.selectors import public as content
from apps.site import academy_progress, legal_pages, schema_org
from apps.site.pages.building import Asked, Content, Maker
from apps.site.routes import Route


def _academy(route: Route, asked: Asked) -> Content:
    answer = content.academy(person=asked.person)
    modules = answer["data"]["modules"]
    return Content(
        "pages/academy.html",
        {"modules": modules, "reading": academy_progress.progress(modules) if asked.person else None},
        [(["academy", "modules"], answer)],
        structured=[schema_org.academy(modules, title=route.title, lead=route.lead)],
    )


def _chapter(_route: Route, asked: Asked) -> Content:
    module_key, key = asked.values["module"], asked.values["chapter"]
    answer = content.chapter(module_key=module_key, key=key, person=asked.person)
    chapter = answer["data"]
    return Content(
        "pages/academy_chapter.html",
        {"chapter": chapter, "place": academy_progress.place(chapter)},
        [(["academy", "chapter", module_key, key], answer)],
        title=chapter["title"],
        description=chapter["summary"],
        canonical=academy_progress.path(chapter["module"]["weburlname"], chapter["weburlname"]),
        structured=schema_org.chapter(chapter, publisher=content.site()["data"]),
    )


def _words(route: Route, asked: Asked) -> Content:
    slug = legal_pages.slug_of(route.path)
    answer = content.page(slug=slug)
    page = answer["data"]
    more = _BESIDE_WORDS.get(route.name, _nothing_more)(asked)
    return Content(
        more.template,
        {"page": page, "person": asked.person, **more.context},
        [(["words", "page", slug], answer), *more.answers],
        # Views for the app share their page with the site: there each address keeps a title of its own.
        title=route.title if route.is_bare else page["title"],
        description=page["lead"],
        canonical=legal_pages.canonical_of(route.path),
        structured=[
            schema_org.word_page(
                page,
                kind=legal_pages.KINDS.get(route.name, "WebPage"),
                path=legal_pages.canonical_of(route.path),
            )
        ],
    )


def _nothing_more(_asked: Asked) -> Content:
    return Content("pages/words.html", {}, [])


def _complaint_tables(asked: Asked) -> Content:
    answer = content.complaints(now=asked.now)
    figures = answer["data"]
    context = {"figures": figures, "tables": legal_pages.complaint_tables(figures)}
    return Content("pages/complaints.html", context, [(["words", "complaints"], answer)])


def _audit_table(_asked: Asked) -> Content:
    answer = content.audit()
    context = {"table": legal_pages.audit_table(answer["data"])}
    return Content("pages/audit.html", context, [(["words", "audits"], answer)])


_BESIDE_WORDS: dict[str, Callable[[Asked], Content]] = {
    "complaints": _complaint_tables,
    "audit": _audit_table,
    "grievance-redressal": lambda _asked: Content("pages/writing.html", {"form": legal_pages.GRIEVANCE}, []),
    "contact": lambda _asked: Content("pages/writing.html", {"form": legal_pages.CONTACT}, []),
}

MADE: dict[str, Maker] = {
    **dict.fromkeys(legal_pages.ROUTES, _words),
    "academy": _academy,
    "academy-chapter": _chapter,
}
