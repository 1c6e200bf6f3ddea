from typing import Any

from rest_framework import serializers

from apps.catalog.api.booking_serializers import OwnCourseOut


class WeekOut(serializers.Serializer[Any]):
    weekStart = serializers.DateField(help_text="A Monday in India.")
    minutes = serializers.IntegerField(min_value=0)


class DashboardOut(serializers.Serializer[Any]):
    continueLearning = OwnCourseOut(many=True, help_text="Begun and not finished, the latest first.")
    minutesPerWeek = WeekOut(many=True, help_text="The last eight weeks, the present one last.")
    next = serializers.ListField(child=serializers.DictField(), help_text="What is booked and coming.")
    calendar = serializers.ListField(child=serializers.DictField(), help_text="Booked sessions by day.")
    receipts = serializers.ListField(child=serializers.DictField(), help_text="The latest payments.")
