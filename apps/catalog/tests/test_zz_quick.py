import pytest
from apps.catalog.tests.lessons import *

pytestmark = pytest.mark.django_db


def test_it(member, django_assert_num_queries):
    course, topics = course_of(600, 300, 0)
    give(member.user, course)
    body = {
        "userId": str(member.user.pk),
        "courseId": course.weburlname,
        "topicId": str(topics[0].pk),
        "watchedDuration": 12.7,
        "watchedRanges": [[0, 12.7]],
        "ContentType": "video",
    }
    member.api.csrf_token()
    for n in range(3):
        with django_assert_num_queries(1 if n else 2):
            r = member.api.post("/api/course/progress/update", body)
        print(r.status_code, r.content, r.headers)
        body["watchedDuration"] += 10
        body["watchedRanges"] = [[10, body["watchedDuration"]], [300, 310]]
    from apps.catalog.models import TopicProgress

    print(TopicProgress.objects.values())
    print(member.api.get(f"/api/course/progress/{course.pk}").json())
    print(member.api.get(f"/api/course/booked/V1/course").json())
    print(member.api.post("/api/course/progress/restart", body).json())
