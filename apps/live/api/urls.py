from django.urls import path

from apps.live.api import booking_views, calendar_views, room_views, views, waitlist_views

urlpatterns = [
    path("learning/webinarV1", views.Webinars.as_view()),
    path("learning/webwebinarV1/<str:key>", views.WebinarDetail.as_view()),
    path("mentorship", views.Mentorships.as_view()),
    path("mentorship/users/<str:key>", views.MentorshipDetail.as_view()),
    path("learning/web/liveotp", views.LiveTradings.as_view()),
    path("learning/user/liveotp/web/<str:key>", views.LiveTradingDetail.as_view()),
    path("learning/bookfreewebinarV1", booking_views.BookFreeWebinar.as_view()),
    path("learning/bookedwebinarV1", booking_views.BookedWebinars.as_view()),
    path("mentorship/booked/mentorshipV1", booking_views.BookedMentorships.as_view()),
    path("learning/waitlist", waitlist_views.Waitlist.as_view()),
    path("learning/giveup", waitlist_views.GiveUp.as_view()),
    path("learning/booked-times", booking_views.BookedTimes.as_view()),
    path("learning/plan", booking_views.SessionPlans.as_view()),
    path("learning/session-user", booking_views.SessionBookings.as_view()),
    path("learning/session-user/<str:booking_id>/calendar.ics", calendar_views.BookingCalendar.as_view()),
    path("live/<str:kind>/<str:key>/calendar.ics", calendar_views.EventCalendar.as_view()),
    path("user/calendar", calendar_views.OwnFeed.as_view()),
    path("learning/rooms/<str:meeting_id>/join", room_views.JoinRoom.as_view()),
    path("learning/recordings/<str:meeting_id>/open", room_views.OpenRecording.as_view()),
    path("learning/recordings/<str:meeting_id>/progress", room_views.SaveRecordingProgress.as_view()),
    path("calendar.ics", calendar_views.FeedFile.as_view()),
    path("learning/canceled/session-user", booking_views.CanceledBookings.as_view()),
    path("learning/sessions/timeframe", booking_views.Timeframe.as_view()),
    path("learning/sessions/reshedule/swap", booking_views.SwapSession.as_view()),
    path("learning/sessions/reshedule/assign", booking_views.AssignSession.as_view()),
    path("learning/sessions/reshedule/cancel", booking_views.CancelSession.as_view()),
]
