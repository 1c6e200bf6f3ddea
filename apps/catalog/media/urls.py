from django.urls import path

from apps.catalog.media import views
from apps.media.local import PREFIX

urlpatterns = [path(f"{PREFIX}<str:token>/<str:filename>", views.serve_topic_file)]
