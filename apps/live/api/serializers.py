from typing import Any

from rest_framework import serializers

from apps.core.api.fields import MomentField, RupeesField


class HostOut(serializers.Serializer[Any]):
    name = serializers.CharField()
    experience = serializers.CharField()
    image = serializers.CharField(allow_null=True)
    bio = serializers.CharField()


class CalledOffOut(serializers.Serializer[Any]):
    reason = serializers.CharField()


class WebinarOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    title = serializers.CharField()
    weburlname = serializers.CharField()
    webinarTime = MomentField()
    webinarEndTime = MomentField()
    smallBanner = serializers.CharField()
    bannerImageUrl = serializers.CharField()
    hostProfilename = serializers.CharField()
    price = RupeesField()
    markup_price = RupeesField(allow_null=True)
    isFree = serializers.BooleanField()
    isBooked = serializers.BooleanField()
    seatsLeft = serializers.IntegerField(allow_null=True, help_text="Null: no limit.")


class WebinarDetailOut(WebinarOut):
    long_description = serializers.CharField()
    agenda = serializers.ListField(child=serializers.CharField())
    host = HostOut()
    calledOff = CalledOffOut(allow_null=True)
    joinUrl = serializers.URLField(allow_null=True)
    recordingUrl = serializers.URLField(allow_null=True)


class MentorshipOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    title = serializers.CharField()
    weburlname = serializers.CharField()
    start_date = MomentField()
    end_date = MomentField()
    smallBanner = serializers.CharField()
    mentorbannerurl = serializers.CharField()
    mentor_details = HostOut()
    price = RupeesField()
    markup_price = RupeesField(allow_null=True)
    isFree = serializers.BooleanField()
    isBooked = serializers.BooleanField()
    seatsLeft = serializers.IntegerField(allow_null=True, help_text="Null: no limit.")


class MentorshipDetailOut(MentorshipOut):
    long_description = serializers.CharField()
    agenda = serializers.ListField(child=serializers.CharField())
    schedule = serializers.ListField(child=serializers.CharField())
    calledOff = CalledOffOut(allow_null=True)
    joinUrl = serializers.URLField(allow_null=True)
    recordingUrl = serializers.URLField(allow_null=True)


class SessionOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    sessionName = serializers.CharField()
    date = MomentField()
    endDate = MomentField()
    booked = serializers.BooleanField(help_text="By the caller.")
    full = serializers.BooleanField()
    seatsLeft = serializers.IntegerField(allow_null=True, help_text="Null: no limit.")
    basePricePerSession = serializers.IntegerField(help_text="Whole rupees.")


class LiveTradingOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    title = serializers.CharField()
    weburlname = serializers.CharField()
    smallBanner = serializers.CharField()
    mentorbannerurl = serializers.CharField()
    web_banner_url = serializers.CharField()
    mentor_details = HostOut()
    programSessions = SessionOut(many=True)


class LiveTradingDetailOut(LiveTradingOut):
    long_description = serializers.CharField()
    agenda = serializers.ListField(child=serializers.CharField())


# What every plan says, of sessions or of Pro; a docstring here would describe both in the schema.
class PlanOut(serializers.Serializer[Any]):
    _id = serializers.CharField()
    priceName = serializers.CharField()
    actualPrice = serializers.FloatField()
    discountedPrice = serializers.FloatField()
    discountPercentage = serializers.IntegerField()
    validityPeriodInDays = serializers.IntegerField()
