"""Set when an event is due, so that the webhook workers need not poll often."""

import threading

events_due = threading.Event()
