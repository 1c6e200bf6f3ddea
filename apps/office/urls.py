"""URLs below `/admin/`, before those of the models."""

from django.urls import URLPattern, path

from apps.office.views import (
    attendee_messages,
    attendees,
    calendar,
    figures,
    home,
    learner,
    readiness,
    search,
)

app_name = "office"

urlpatterns: list[URLPattern] = [
    path("find/", search.page, name="find"),
    path("find/suggestions/", search.suggestions, name="find_suggestions"),
    path("learner/<uuid:person_id>/", learner.page, name="learner"),
    path("learner/<uuid:person_id>/<slug:slug>/", learner.action, name="learner_action"),
    path("calendar/", calendar.show, name="calendar"),
    path("event/<uuid:item_id>/<slug:kind>/attendees/", attendees.page, name="attendees"),
    path("event/<uuid:item_id>/<slug:kind>/attendees/file/", attendees.export, name="attendees_file"),
    path(
        "event/<uuid:item_id>/<slug:kind>/attendees/message/",
        attendee_messages.page,
        name="attendees_message",
    ),
    path("", home.show, name="home"),
    path("before-you-open/", readiness.show, name="readiness"),
    path("before-you-open/<slug:wording>/approve/", readiness.approve, name="approve_wording"),
    path("sales-by-day.csv", home.sales_csv, name="sales_by_day"),
    path("figures/", figures.show, name="figures"),
    path("figures/<slug:file>/", figures.export, name="export"),
]
