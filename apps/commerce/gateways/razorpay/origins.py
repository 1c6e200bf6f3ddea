"""What the payment window loads in the browser. Imported by the settings, so it imports nothing itself."""

from apps.core.security_headers import PaymentOrigins

CHECKOUT_SCRIPT = "https://checkout.razorpay.com/v1/checkout.js"

ORIGINS = PaymentOrigins(
    scripts=("https://checkout.razorpay.com", "https://cdn.razorpay.com"),
    frames=("https://api.razorpay.com",),
    connections=("https://lumberjack.razorpay.com", "https://lumberjack-metrics.razorpay.com"),
    payment=("https://api.razorpay.com", "https://checkout.razorpay.com"),
)
