import hashlib
import hmac

from apps.sandbox import settings


def sign_payment(*, order_id: str, payment_id: str) -> str:
    return sign(f"{order_id}|{payment_id}".encode(), settings.SANDBOX_KEY_SECRET)


def sign(message: bytes, secret: str) -> str:
    return hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()
