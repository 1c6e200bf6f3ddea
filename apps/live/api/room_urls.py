"""Our own addresses of rooms and recordings, outside the API."""

from django.urls import path

from apps.live.api import room_views
from apps.media.local import RECORDINGS_PREFIX

urlpatterns = [
    path("rooms", room_views.follow),
    path(f"{RECORDINGS_PREFIX}<str:token>/<str:filename>", room_views.serve_recording),
]
