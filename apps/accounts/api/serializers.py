from typing import Any

from rest_framework import serializers

from apps.accounts.states import PeriodStatus, ProAction, ProStatus, TrialStatus
from apps.core.api.fields import UtcDateTimeField


class SubscriptionOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField(source="id")
    active = serializers.BooleanField()
    kind = serializers.ChoiceField(choices=["paid", "trial"])
    planName = serializers.CharField(source="plan_name")
    startsAt = UtcDateTimeField(source="starts_at")
    endsAt = UtcDateTimeField(source="ends_at", allow_null=True)
    via = serializers.ChoiceField(choices=["purchase", "trial", "staff"])
    status = serializers.ChoiceField(choices=PeriodStatus.values)
    nextChangeAt = UtcDateTimeField(
        source="next_change_at", allow_null=True, help_text="When `status` changes by itself."
    )


class ProOut(serializers.Serializer[Any]):
    status = serializers.ChoiceField(
        choices=ProStatus.values, help_text="Whether Pro is active now; a trial includes nothing live."
    )
    planName = serializers.CharField(source="plan_name", allow_null=True, help_text="Of what is active now.")
    endsAt = UtcDateTimeField(
        source="ends_at",
        allow_null=True,
        help_text="When Pro ends, with the plans that follow. Null: never, or there is none.",
    )
    action = serializers.ChoiceField(
        choices=ProAction.values,
        allow_null=True,
        help_text=(
            "What a plan bought now does: it starts immediately ('start'), starts immediately and ends the "
            "trial ('replaceTrial'), or starts at `endsAt` ('extend'). Null: none can be bought, as Pro "
            "never ends."
        ),
    )


class TrialStatusOut(serializers.Serializer[Any]):
    status = serializers.ChoiceField(
        choices=TrialStatus.values,
        help_text=(
            "Whether the free trial can be started: 'available', unless the number has used it with another "
            "account; 'active'; 'included' in the active Pro; 'used'."
        ),
    )
    endsAt = UtcDateTimeField(
        source="ends_at", allow_null=True, help_text="When the trial ends or ended. Null: there was none."
    )


class UserOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField(source="id")
    name = serializers.CharField()
    email = serializers.CharField()
    emailConfirmed = serializers.BooleanField(
        source="email_confirmed", help_text="Whether we write to `email`: its link was opened."
    )
    mobile = serializers.CharField()
    state = serializers.CharField()
    company = serializers.CharField()
    gstNo = serializers.CharField(source="gst_no")
    address = serializers.CharField()
    canWhatsapp = serializers.BooleanField(source="can_whatsapp")
    engagementConsent = serializers.BooleanField(
        source="engagement_consent", allow_null=True, help_text="Null until the person was asked."
    )
    activeLearnProSubscriptions = SubscriptionOut(source="subscriptions", many=True)
    pro = ProOut()
    trial = TrialStatusOut()
