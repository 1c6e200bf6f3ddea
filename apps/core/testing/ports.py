"""Ports for the servers that tests start."""

import random
import socket
from contextlib import ExitStack

HOST = "127.0.0.1"
_PORTS = range(20_000, 32_000)
"""Below those that the system gives to connections: nothing takes one by chance before its server does."""


def free_port() -> int:
    return free_ports(1)[0]


def free_ports(count: int) -> list[int]:
    found: list[int] = []
    with ExitStack() as listeners:
        for port in random.SystemRandom().sample(_PORTS, k=len(_PORTS)):
            listener = listeners.enter_context(socket.socket())
            try:
                listener.bind((HOST, port))
            except OSError:
                continue
            found.append(port)
            if len(found) == count:
                return found
    raise AssertionError("no port is free")
