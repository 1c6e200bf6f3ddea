from django.urls import path

from apps.catalog.api import (
    booking_views,
    certificate_views,
    note_views,
    progress_views,
    review_views,
    topic_question_views,
    topic_views,
    views,
    wish_list_views,
)

urlpatterns = [
    # The busiest endpoint is matched first.
    path("course/progress/update", progress_views.UpdateProgress.as_view()),
    path("course/mobile", views.Courses.as_view()),
    path("course/filter/V1/course", views.CourseOptions.as_view()),
    path("course/search/help", views.SearchHelp.as_view()),
    path("course/after/<str:module_key>", views.CoursesAfterModule.as_view()),
    path("course/users/<str:key>", views.CourseDetail.as_view()),
    path("course/users/<str:key>/reviews", review_views.CourseReviews.as_view()),
    path("course/users/<str:key>/topic/<str:topic_id>", topic_views.TopicDetail.as_view()),
    path("course/users/<str:key>/topic/<str:topic_id>/answers", topic_views.TopicAnswers.as_view()),
    path("course/review", review_views.CourseReview.as_view()),
    path("course/bookfreecourseV1", booking_views.BookFreeCourse.as_view()),
    path("course/booked/V1/course", booking_views.BookedCourses.as_view()),
    path("course/progress/start", progress_views.StartProgress.as_view()),
    path("course/progress/restart", progress_views.RestartProgress.as_view()),
    path("course/progress/<str:key>", progress_views.Progress.as_view()),
    path("course/notes/<str:topic_id>", note_views.Notes.as_view()),
    path("course/notes/<str:topic_id>/<str:note_id>", note_views.Note.as_view()),
    path("course/questions/<str:topic_id>", topic_question_views.TopicQuestions.as_view()),
    path("course/wish-list", wish_list_views.WishList.as_view()),
    path("course/wish-list/<str:key>", wish_list_views.Wish.as_view()),
    path("course/certificate/<str:key>", certificate_views.CourseCertificate.as_view()),
    path("course/certificate/<str:key>/certificate.pdf", certificate_views.CertificatePdf.as_view()),
    path("certificate/<str:code>", certificate_views.CertificateCheck.as_view()),
    path("category", views.Categories.as_view()),
]
