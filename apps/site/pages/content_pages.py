"""The academy, legal pages and contact forms."""

from collections.abc import Callable

from apps.content.selectors import public as content
from apps.site import academy_progress, legal_pages, schema_org
from apps.site.pages.page_types import PageBuilder, PageContent, PageRequest
from apps.site.routes import Route
from apps.support.selectors import public as support


def _academy(route: Route, request: PageRequest) -> PageContent:
    answer = content.academy(person=request.person)
    modules = answer["data"]["modules"]
    return PageContent(
        "pages/academy.html",
        {"modules": modules, "reading": academy_progress.progress(modules) if request.person else None},
        [(["academy", "modules"], answer)],
        structured=[schema_org.academy(modules, title=route.title, lead=route.lead)],
    )


def _chapter(_route: Route, request: PageRequest) -> PageContent:
    module_key, key = request.values["module"], request.values["chapter"]
    answer = content.chapter(module_key=module_key, key=key, person=request.person)
    chapter = answer["data"]
    return PageContent(
        "pages/academy_chapter.html",
        {"chapter": chapter, "place": academy_progress.place(chapter)},
        [(["academy", "chapter", module_key, key], answer)],
        title=chapter["title"],
        description=chapter["summary"],
        canonical=academy_progress.path(chapter["module"]["weburlname"], chapter["weburlname"]),
        structured=schema_org.chapter(chapter, publisher=content.site()["data"]),
    )


def _legal_page(route: Route, request: PageRequest) -> PageContent:
    slug = legal_pages.slug_of(route.path)
    answer = content.page(slug=slug)
    page = answer["data"]
    more = _EXTRA_CONTENT.get(route.name, _no_extra_content)(request)
    return PageContent(
        more.template,
        {"page": page, "person": request.person, **more.context},
        [(["legal-pages", "page", slug], answer), *more.answers],
        # Views for the app share their page with the site: there each address keeps a title of its own.
        title=route.title if route.is_bare else page["title"],
        description=page["lead"],
        canonical=legal_pages.canonical_of(route.path),
        structured=[
            schema_org.legal_page(
                page,
                kind=legal_pages.KINDS.get(route.name, "WebPage"),
                path=legal_pages.canonical_of(route.path),
            )
        ],
    )


def _no_extra_content(_request: PageRequest) -> PageContent:
    return PageContent("pages/legal_page.html", {}, [])


def _complaint_tables(request: PageRequest) -> PageContent:
    answer = support.complaints(now=request.now)
    figures = answer["data"]
    context = {"figures": figures, "tables": legal_pages.complaint_tables(figures)}
    return PageContent("pages/complaints.html", context, [(["legal-pages", "complaints"], answer)])


def _audit_table(_request: PageRequest) -> PageContent:
    answer = content.audit()
    context = {"table": legal_pages.audit_table(answer["data"])}
    return PageContent("pages/audit.html", context, [(["legal-pages", "audits"], answer)])


_EXTRA_CONTENT: dict[str, Callable[[PageRequest], PageContent]] = {
    "complaints": _complaint_tables,
    "audit": _audit_table,
    "grievance-redressal": lambda _request: PageContent(
        "pages/contact_form.html", {"form": legal_pages.GRIEVANCE}, []
    ),
    "contact": lambda _request: PageContent("pages/contact_form.html", {"form": legal_pages.CONTACT}, []),
}

BUILDERS: dict[str, PageBuilder] = {
    **dict.fromkeys(legal_pages.ROUTES, _legal_page),
    "academy": _academy,
    "academy-chapter": _chapter,
}
