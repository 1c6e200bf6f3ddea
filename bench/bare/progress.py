"""Saving progress with one upsert and no checks."""

import json
from typing import Any

from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone

from apps.catalog.models import TopicProgress
from apps.core.ids import new_id

_UPSERT = """
INSERT INTO catalog_topicprogress
    (id, person_id, course_id, topic_id, watched_seconds, is_completed, updated_at, ranges_by_day)
VALUES (%s, %s, %s, %s, %s, %s, %s, '{}')
ON CONFLICT (person_id, course_id, topic_id) DO UPDATE SET
    watched_seconds = EXCLUDED.watched_seconds, updated_at = EXCLUDED.updated_at
"""


def save_progress(request: HttpRequest) -> JsonResponse:
    body = json.loads(request.body)
    ids = (new_id(), request.session["_auth_user_id"], body["courseId"], body["topicId"])
    at = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        values = (int(body["watchedDuration"]), body["isCompleted"], at)
        cursor.execute(_UPSERT, [*map(_as_stored, ids), *values])
    return JsonResponse({"message": "Progress saved."})


def _as_stored(key: Any) -> Any:
    return TopicProgress._meta.pk.get_db_prep_value(key, connection)
