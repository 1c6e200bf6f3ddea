from typing import Any

from rest_framework import serializers


class InstructorOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField()
    full_name = serializers.CharField()
    experience = serializers.CharField()
    image = serializers.CharField(allow_null=True)


class InstructorProfileOut(InstructorOut):
    bio = serializers.CharField()


class LinkOut(serializers.Serializer[Any]):
    name = serializers.CharField()
    url = serializers.URLField()


class ContactOut(serializers.Serializer[Any]):
    phone = serializers.CharField()
    email = serializers.EmailField()
    city = serializers.CharField()
    address = serializers.CharField()


class OfficerOut(serializers.Serializer[Any]):
    name = serializers.CharField()
    email = serializers.EmailField()
    phone = serializers.CharField()


class RegistrationOut(serializers.Serializer[Any]):
    registeredName = serializers.CharField()
    type = serializers.CharField()
    number = serializers.CharField()
    validity = serializers.CharField()
    address = serializers.CharField()
    principalOfficer = OfficerOut()
    complianceOfficer = OfficerOut()
    grievanceOfficer = OfficerOut()
    enlistmentNumber = serializers.CharField()


class RegulatorOut(serializers.Serializer[Any]):
    name = serializers.CharField()
    address = serializers.CharField()
    phone = serializers.CharField()


class CompanyOut(serializers.Serializer[Any]):
    name = serializers.CharField()
    cin = serializers.CharField()
    gstin = serializers.CharField()
    state = serializers.CharField()


class SiteOut(serializers.Serializer[Any]):
    brandName = serializers.CharField()
    tagline = serializers.CharField()
    contact = ContactOut()
    workingHours = serializers.CharField()
    socialLinks = LinkOut(many=True)
    storeLinks = LinkOut(many=True)
    registration = RegistrationOut()
    regulator = RegulatorOut()
    company = CompanyOut()
    disclaimers = serializers.ListField(child=serializers.CharField())
    copyright = serializers.CharField()
