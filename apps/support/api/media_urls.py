"""URLs of attachments, outside the API."""

from django.urls import path

from apps.support.api import request_views
from apps.support.selectors.attachments import PREFIX

urlpatterns = [path(f"{PREFIX}<str:token>/<str:filename>", request_views.serve_attachment)]
