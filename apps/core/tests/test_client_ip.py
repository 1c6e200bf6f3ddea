from typing import Any

import pytest
from django.test import RequestFactory

from apps.core.api.client_ip import client_ip, network_of


def request(**headers: str) -> Any:
    return RequestFactory().get("/", **headers)


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8::1", "2001:db8::1"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("fe80::1%eth0", "fe80::1"),
        ("", "0.0.0.0"),
        ("unix:", "0.0.0.0"),
    ],
)
def test_the_peer_is_the_caller(peer: str, address: str) -> None:
    assert client_ip(request(REMOTE_ADDR=peer)) == address


@pytest.mark.parametrize(
    "header",
    ["HTTP_X_FORWARDED_FOR", "HTTP_X_REAL_IP", "HTTP_CLIENT_IP", "HTTP_FORWARDED", "HTTP_TRUE_CLIENT_IP"],
)
def test_nobody_gives_themselves_an_address(header: str) -> None:
    assert client_ip(request(REMOTE_ADDR="203.0.113.7", **{header: "198.51.100.1"})) == "203.0.113.7"


def test_our_proxy_is_believed_about_whom_it_saw_alone(settings: Any) -> None:
    settings.BEHIND_PROXY = True
    forwarded = "198.51.100.1, 203.0.113.9"
    asked = request(REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=forwarded, HTTP_X_REAL_IP="198.51.100.2")
    assert client_ip(asked) == "203.0.113.9"


@pytest.mark.parametrize("forwarded", ["", "nonsense", "1.2.3.4, ", "1.2.3.4, <script>"])
def test_without_a_sound_entry_the_proxy_itself_is_the_caller(settings: Any, forwarded: str) -> None:
    settings.BEHIND_PROXY = True
    assert client_ip(request(REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=forwarded)) == "10.0.0.1"


def test_a_household_of_version_6_is_one_address() -> None:
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2:ffff::1") == "2001:db8:1:2::"
    assert network_of("2001:db8:1:3::1") == "2001:db8:1:3::"
    assert network_of("203.0.113.7") == "203.0.113.7"
