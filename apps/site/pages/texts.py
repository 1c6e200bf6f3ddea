"""Pages to read: the academy, and the pages of words."""

from collections.abc import Callable

from apps.content.selectors import public as content
from apps.site import reading, structured, words
from apps.site.pages.contents import Asked, Content, Maker
from apps.site.routes import Route


def _academy(route: Route, asked: Asked) -> Content:
    answer = content.academy(person=asked.person)
    modules = answer["data"]["modules"]
    return Content(
        "pages/academy.html",
        {"modules": modules, "reading": reading.progress(modules) if asked.person else None},
        [(["academy", "modules"], answer)],
        structured=[structured.academy(modules, title=route.title, lead=route.lead)],
    )


def _chapter(_route: Route, asked: Asked) -> Content:
    module_key, key = asked.values["module"], asked.values["chapter"]
    answer = content.chapter(module_key=module_key, key=key, person=asked.person)
    chapter = answer["data"]
    return Content(
        "pages/academy_chapter.html",
        {"chapter": chapter, "place": reading.place(chapter)},
        [(["academy", "chapter", module_key, key], answer)],
        title=chapter["title"],
        description=chapter["summary"],
        canonical=reading.path(chapter["module"]["weburlname"], chapter["weburlname"]),
        structured=structured.chapter(chapter, publisher=content.site()["data"]),
    )


def _words(route: Route, asked: Asked) -> Content:
    slug = words.slug_of(route.path)
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
        canonical=words.canonical_of(route.path),
        structured=[
            structured.word_page(
                page, kind=words.KINDS.get(route.name, "WebPage"), path=words.canonical_of(route.path)
            )
        ],
    )


def _nothing_more(_asked: Asked) -> Content:
    return Content("pages/words.html", {}, [])


def _complaint_tables(asked: Asked) -> Content:
    answer = content.complaints(now=asked.now)
    figures = answer["data"]
    context = {"figures": figures, "tables": words.complaint_tables(figures)}
    return Content("pages/complaints.html", context, [(["words", "complaints"], answer)])


def _audit_table(_asked: Asked) -> Content:
    answer = content.audit()
    context = {"table": words.audit_table(answer["data"])}
    return Content("pages/audit.html", context, [(["words", "audits"], answer)])


_BESIDE_WORDS: dict[str, Callable[[Asked], Content]] = {
    "complaints": _complaint_tables,
    "audit": _audit_table,
    "grievance-redressal": lambda _asked: Content("pages/writing.html", {"form": words.GRIEVANCE}, []),
    "contact": lambda _asked: Content("pages/writing.html", {"form": words.CONTACT}, []),
}

MADE: dict[str, Maker] = {
    **dict.fromkeys(words.ROUTES, _words),
    "academy": _academy,
    "academy-chapter": _chapter,
}
