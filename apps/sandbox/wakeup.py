"""Rings when there is something to tell, so that nobody has to look all the time."""

import threading

bell = threading.Event()
