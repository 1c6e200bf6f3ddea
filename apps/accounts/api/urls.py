from django.urls import path

from apps.accounts.api import login_views, lost_number_views, profile_views, session_views, views

urlpatterns = [
    path("user", views.Me.as_view()),
    path("user/logout", views.Logout.as_view()),
    path("user/logout/everywhere", profile_views.LogoutEverywhere.as_view()),
    path("user/details", profile_views.ChangeDetails.as_view()),
    path("user/email/confirmation", profile_views.EmailConfirmation.as_view()),
    path("user/email/confirm", profile_views.ConfirmEmail.as_view()),
    path("user/devices", session_views.Devices.as_view()),
    path("user/devices/<str:device_id>", session_views.Device.as_view()),
    path("user/proof", session_views.Proof.as_view()),
    path("user/mobile-change", session_views.MobileChange.as_view()),
    path("user/consents", profile_views.Consents.as_view()),
    path("user/consents/file", profile_views.ConsentFile.as_view()),
    path("user/messages", profile_views.Messages.as_view()),
    path("user/data", profile_views.PersonalData.as_view()),
    path("user/erase", profile_views.Erase.as_view()),
    path("user/erase/refunds", profile_views.ErasureRefunds.as_view()),
    path("user/freetrailuser/web", login_views.FreeTrial.as_view()),
    path("login/otp/send", login_views.SendCode.as_view()),
    path("login/otp/status", login_views.CodeStatus.as_view()),
    path("login/otp/verify/web", login_views.VerifyCode.as_view()),
    path("login/lost-number", lost_number_views.ReportLostNumber.as_view()),
    path("login/lost-number/stop", lost_number_views.StopMobileChange.as_view()),
]
