from rest_framework import serializers

from apps.core.api.fields import ChoiceField, IdField, MomentField, TextField
from apps.core.api.paging import USUAL_PAGE, LimitField, SkipField, SliceIn


class BillingIn(serializers.Serializer):
    """Left empty, the profile's word counts."""

    gstNo = TextField(required=False, allow_blank=True, max_length=15)
    name = TextField(required=False, allow_blank=True, max_length=80)
    company = TextField(required=False, allow_blank=True, max_length=120)
    address = TextField(required=False, allow_blank=True, max_length=400)
    state = TextField(required=False, allow_blank=True, max_length=60)
    mobile = TextField(required=False, allow_blank=True, max_length=10)


class WithBillingIn(serializers.Serializer):
    billingDetails = BillingIn(required=False)


class EnrollIn(serializers.Serializer):
    id = IdField()


class ConfirmIn(serializers.Serializer):
    razorPayOrderId = IdField()
    razorPayPaymentId = IdField()
    razorPaySignature = IdField()


class CouponIn(serializers.Serializer):
    couponcode = TextField()
    cartId = IdField()


class CouponsIn(serializers.Serializer):
    page = SkipField(required=False, default=1)
    limit = LimitField(required=False, default=USUAL_PAGE)
    productid = IdField(required=False)

    def validate_page(self, page: int) -> int:
        if page == 0:
            raise serializers.ValidationError("Pages are counted from 1.")
        return page


class OrdersIn(SliceIn):
    kind = ChoiceField(required=False, choices=["course", "webinar", "mentorship", "liveTrading", "pro"])


class TaxLineOut(serializers.Serializer):
    name = serializers.ChoiceField(choices=["CGST", "SGST", "IGST"])
    rate = serializers.IntegerField()
    amount = serializers.FloatField()


class PlanShownOut(serializers.Serializer):
    actualPrice = serializers.FloatField(allow_null=True)
    discountedPrice = serializers.FloatField()
    priceName = serializers.CharField(allow_null=True)


class CartCouponOut(serializers.Serializer):
    CouponCode = serializers.CharField()
    Coupondiscount = serializers.FloatField()
    shortDescription = serializers.CharField()


class _BillOut(serializers.Serializer):
    igst = serializers.FloatField()
    cgst = serializers.FloatField()
    billTotal = serializers.FloatField()
    taxLines = TaxLineOut(many=True)


class CartSessionOut(serializers.Serializer):
    _id = serializers.CharField()
    sessionName = serializers.CharField()
    date = MomentField()
    endDate = MomentField()


class CartOut(_BillOut):
    _id = serializers.CharField()
    kind = serializers.CharField()
    itemId = serializers.CharField()
    title = serializers.CharField()
    image = serializers.CharField(allow_null=True)
    creator = serializers.CharField(allow_null=True)
    plan = PlanShownOut()
    coupon = CartCouponOut(allow_null=True)
    savings = serializers.FloatField()
    accessValidityInDays = serializers.IntegerField(allow_null=True)
    expiresAt = serializers.DateTimeField()
    sessions = CartSessionOut(many=True, required=False, help_text="Of a live trading program alone.")


class AppliedCouponOut(_BillOut):
    CouponCode = serializers.CharField()
    Coupondiscount = serializers.FloatField()


class CouponItemOut(serializers.Serializer):
    _id = serializers.CharField()
    couponCode = serializers.CharField()
    shortDescription = serializers.CharField()


class PrefillOut(serializers.Serializer):
    name = serializers.CharField()
    email = serializers.CharField()
    contact = serializers.CharField()


class PaperOut(serializers.Serializer):
    number = serializers.CharField()
    url = serializers.CharField()


class OrderCouponOut(serializers.Serializer):
    CouponCode = serializers.CharField()
    Coupondiscount = serializers.FloatField()


class OrderLineOut(serializers.Serializer):
    _id = serializers.CharField()
    title = serializers.CharField()
    price = serializers.FloatField()
    isRefunded = serializers.BooleanField()


class RefundOut(serializers.Serializer):
    _id = serializers.CharField()
    amount = serializers.FloatField()
    status = serializers.ChoiceField(choices=["requested", "processed", "failed"])
    reason = serializers.CharField()
    requestedAt = serializers.DateTimeField()
    promisedBy = serializers.DateField()
    processedAt = serializers.DateTimeField(allow_null=True)
    creditNote = PaperOut(allow_null=True)


class OrderOut(_BillOut):
    _id = serializers.CharField()
    number = serializers.CharField()
    kind = serializers.CharField()
    itemId = serializers.CharField()
    title = serializers.CharField()
    image = serializers.CharField(allow_null=True)
    creator = serializers.CharField(allow_null=True)
    status = serializers.ChoiceField(choices=["awaiting", "checking", "paid", "refunded", "expired"])
    createdAt = serializers.DateTimeField()
    paidAt = serializers.DateTimeField(allow_null=True)
    plan = PlanShownOut()
    coupon = OrderCouponOut(allow_null=True)
    accessValidityInDays = serializers.IntegerField(allow_null=True)
    href = serializers.CharField(help_text="Where the bought thing lives; empty once it is gone.")
    lines = OrderLineOut(many=True)
    invoice = PaperOut(allow_null=True)
    refunds = RefundOut(many=True)
    notice = serializers.CharField(allow_null=True, help_text="What the buyer must know.")


class BuyerOut(serializers.Serializer):
    _id = serializers.CharField()
    name = serializers.CharField()


class BoughtTopicOut(serializers.Serializer):
    _id = serializers.CharField()


class BoughtChapterOut(serializers.Serializer):
    topics = BoughtTopicOut(many=True)


class BoughtCourseOut(serializers.Serializer):
    _id = serializers.CharField()
    weburlname = serializers.CharField()
    chapters = BoughtChapterOut(many=True)


class ConfirmedOut(serializers.Serializer):
    orderId = serializers.CharField()
    amount = serializers.IntegerField(help_text="Paise.")
    kind = serializers.CharField()
    userId = BuyerOut()
    courseId = BoughtCourseOut(allow_null=True)
    receipt = OrderOut()


class EnrolledOut(serializers.Serializer):
    """With a bill of zero `paid` is true, and what the confirm call answers comes along."""

    orderId = serializers.CharField()
    razorPayOrderId = serializers.CharField(allow_null=True)
    amountToBePaid = serializers.IntegerField(help_text="Paise.")
    currency = serializers.CharField(required=False)
    keyId = serializers.CharField(required=False)
    checkoutScript = serializers.CharField(required=False, help_text="The script with the provider's window.")
    prefill = PrefillOut(required=False)
    paid = serializers.BooleanField(required=False)
    amount = serializers.IntegerField(required=False, help_text="Paise.")
    kind = serializers.CharField(required=False)
    userId = BuyerOut(required=False)
    courseId = BoughtCourseOut(required=False, allow_null=True)
    receipt = OrderOut(required=False)


class CheckingOut(serializers.Serializer):
    orderId = serializers.CharField()
    status = serializers.ChoiceField(choices=["checking", "refunded"])
