from typing import Any

from rest_framework import serializers


class FaqArticleOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    articleTitle = serializers.CharField()
    articleBlogHTML = serializers.CharField(help_text="Harmless markup.")


class FaqGroupOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    title = serializers.CharField()
    articles = FaqArticleOut(many=True)


class FaqTopicOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    topicTitle = serializers.CharField()
    groups = FaqGroupOut(many=True)


class TestimonialOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    image = serializers.CharField(allow_null=True)
    username = serializers.CharField()
    location = serializers.CharField()
    age = serializers.IntegerField(allow_null=True)
    userhandle = serializers.CharField()
    earnings = serializers.CharField(allow_null=True, help_text="Only what staff have verified.")
    rating = serializers.FloatField(min_value=0.5, max_value=5, help_text="In halves.")
    review = serializers.CharField()
