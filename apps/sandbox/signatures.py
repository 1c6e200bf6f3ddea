import hashlib
import hmac

from apps.sandbox import settings


def of_payment(*, order_id: str, payment_id: str) -> str:
    return signed(f"{order_id}|{payment_id}".encode(), settings.SANDBOX_KEY_SECRET)


def signed(message: bytes, secret: str) -> str:
    return hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()
