"""The answers of this app's open calls, for the calls themselves and for pages made on the server."""

from typing import TypedDict

from apps.content.selectors import site as site_facts


class SiteAnswer(TypedDict):
    data: site_facts.SiteFacts


def site() -> SiteAnswer:
    return {"data": site_facts.current()}
