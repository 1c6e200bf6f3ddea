"""
The payment sandbox: a local Razorpay with test money.

It is a separate process with its own database file, reached over HTTP only. It imports no other app and no
app imports it. Field names and error messages are Razorpay's.
"""
