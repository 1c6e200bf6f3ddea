from django.db import migrations
from django.db.models import OuterRef, Subquery

LOST = "LOST-DISCOUNT"


def find_coupons(apps, schema_editor):
    """
    Give each discount the coupon it came from.

    An order that lost it has it in its cart, unless that was changed since: a coupon that nobody can use
    stands for those. `verify_books` names their missing uses.
    """
    cart_model, order_model = apps.get_model("commerce", "Cart"), apps.get_model("commerce", "Order")
    coupon_model = apps.get_model("commerce", "Coupon")
    lost = order_model.objects.filter(discount_paise__gt=0, coupon=None).exclude(
        bill_paise=0, price_paise__lt=100
    )
    in_cart = cart_model.objects.filter(pk=OuterRef("cart"))
    lost.filter(cart__coupon__isnull=False).update(coupon=Subquery(in_cart.values("coupon")[:1]))
    if lost.exists():
        coupon, _ = coupon_model.objects.get_or_create(
            code=LOST,
            defaults={"short_description": "Discounts whose coupon is unknown", "percent": 1, "is_active": False},
        )
        lost.update(coupon=coupon)
    codes = coupon_model.objects.filter(pk=OuterRef("coupon")).values("code")[:1]
    order_model.objects.filter(coupon__isnull=False, coupon_code="").update(coupon_code=Subquery(codes))
    cart_model.objects.filter(coupon=None, discount_paise__gt=0).update(discount_paise=0)


class Migration(migrations.Migration):
    dependencies = [("commerce", "0002_refund_after_a_call_off")]

    operations = [migrations.RunPython(find_coupons, migrations.RunPython.noop)]
