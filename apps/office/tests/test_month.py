"""A month counted by hand: the page, the CSV files and the XLSX files have the same figures."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from apps.accounts.models import User
from apps.commerce.flows import confirming, jobs
from apps.commerce.flows.confirming import Signed
from apps.commerce.models import Coupon, Order
from apps.commerce.tests.fake_provider import FakeProvider
from apps.core import supplier
from apps.core.indian_time import INDIA
from apps.core.testing.fixtures import Person
from apps.core.testing.sheets import csv_rows, total, xlsx_rows
from apps.live.models import Attendance
from apps.live.tests.factories import WebinarFactory
from apps.office.models import ExportRun
from tests.books.sample_books import SampleBooks

pytestmark = pytest.mark.django_db(transaction=True)

OCTOBER = {"first": "2026-10-01", "last": "2026-10-31"}

TOTALS: dict[str, tuple[int, dict[str, str]]] = {
    # Five orders: 1,000.00; 999.00 less 50%; 2,000.00; 500.00 for free; 300.00.
    "sales": (
        5,
        {
            "Price": "4799.00",
            "Discount": "999.50",
            "Taxable value": "3799.50",
            "GST": "683.92",
            "Bill": "4483.42",
        },
    ),
    # Their invoices, and credit notes over 2,000.00 at home and 1,000.00 of September to another state.
    "gst": (
        7,
        {
            "Taxable value": "799.50",
            "IGST": "54.00",
            "CGST": "44.96",
            "SGST": "44.96",
            "Total": "943.42",
        },
    ),
    # Sales 4,483.42; 3,540.00 owed to buyers, and the same paid out to them.
    "ledger": (25, {"Debit": "11563.42", "Credit": "11563.42"}),
    # Fees of 23.60, 11.78, 47.20 and 7.08, none on the two refunds.
    "payouts": (
        6,
        {"Amount": "943.42", "Fee with tax": "89.66", "Tax on the fee": "13.67", "Paid out": "853.76"},
    ),
    "coupons": (2, {"Price": "1499.00", "Discount": "999.50", "Bill": "589.42"}),
    "attendance": (1, {}),
    "learners": (1, {"Paid orders": "1", "Paid so far": "354.00"}),
}


class Month(SampleBooks):
    """Orders at the edges of October in Indian time, and refunds across them."""

    def build(self) -> None:
        home = supplier.current().state
        away = "Kerala" if home != "Kerala" else "Goa"
        address = "=12, Beach Road\nGoa"
        meera = User.objects.create_user(mobile="9811111101", name="Meera", state=away, address=address)
        ravi = User.objects.create_user(mobile="9811111102", name="Ravi", state=home)
        Coupon.objects.create(code="HALF", short_description="Half", percent=50)
        Coupon.objects.create(code="ALL", short_description="All", percent=100)

        self.at(9, 30, 23, 50)
        before = self.place(meera, "course", self.course(1000_00))
        first = self.place(meera, "course", self.course(1000_00))
        before = self.pay(before, self.at(9, 30, 23, 59, 59))
        self.pay(first, self.at(10, 1, 0, 0, 0))
        self.at(10, 10)
        self.refund(before)
        self.at(10, 15)
        self.buy(ravi, "course", self.course(999_00), coupon="HALF")
        self.at(10, 20)
        returned = self.buy(ravi, "course", self.course(2000_00))
        self.at(10, 21)
        self.place(ravi, "course", self.course(500_00), coupon="ALL")
        self.at(10, 25)
        self.refund(returned)
        self.at(10, 26)
        kabir = User.objects.create_user(mobile="9811111103", name="=Kabir()", state=away)
        webinar = WebinarFactory(title="-Open house")
        joined = timezone.now()
        Attendance.objects.create(
            person=kabir, meeting_id=webinar.pk, first_joined_at=joined, last_joined_at=joined
        )
        self.at(10, 31, 23, 50)
        last = self.place(kabir, "course", self.course(300_00))
        after = self.place(ravi, "course", self.course(700_00))
        self.pay(last, self.at(10, 31, 23, 59, 59))
        self.pay(after, self.at(11, 1, 0, 0, 0))
        User.objects.create_user(mobile="9811111104", name="November", state=away)
        self.provider.pay_out()
        jobs.fetch_settlements(at=timezone.now())

    def at(self, month: int, day: int, hour: int = 12, minute: int = 0, second: int = 0) -> datetime:
        moment = datetime(2026, month, day, hour, minute, second, tzinfo=INDIA)
        self.clock.move_to(moment)
        return moment

    def pay(self, order: Order, at: datetime) -> Order:
        number = str(order.provider_order_id)
        payment = self.provider.capture(number)
        signed = Signed(number, payment.id, self.provider.signature(number, payment.id))
        return confirming.confirm(person=order.person, kind=order.kind, signed=signed, at=at)


@pytest.fixture
def desk(transactional_db: None, provider: FakeProvider, clock: Any, staff: Person) -> Client:
    Month(provider, clock).build()
    client = Client()
    client.force_login(staff.user, backend="apps.accounts.backends.ByPassword")
    return client


def _file(desk: Client, name: str, format: str) -> bytes:
    response = desk.post(f"/admin/figures/{name}/", {**OCTOBER, "format": format})
    assert response.status_code == 200
    content = b"".join(response.streaming_content)  # type: ignore[arg-type]
    response.close()
    return content


def test_page_and_files_agree_with_the_count_by_hand(desk: Client) -> None:
    page = desk.get("/admin/figures/", OCTOBER)
    shown = {
        file.kind.value: (
            figures.rows,
            {one.column.title: one.value for one in figures.totals},
        )
        for file, figures in page.context["files"]
    }
    for name, (count, totals) in TOTALS.items():
        rows = csv_rows(_file(desk, name, "csv"))
        cells = xlsx_rows(_file(desk, name, "xlsx"))
        assert (len(rows) - 1, len(cells) - 1) == (count, count), name
        assert cells[0] == rows[0]
        for title, amount in totals.items():
            assert total(rows, title) == Decimal(amount), (name, title)
            assert total(cells, title) == Decimal(amount), (name, title)
        in_paise = {
            title: int(amount) if "." not in amount else int(Decimal(amount) * 100)
            for title, amount in totals.items()
        }
        assert shown[name] == (count, in_paise), name
    html = page.content.decode()
    assert "<dt>Bill</dt><dd>₹4,483.42</dd>" in html
    assert "<dt>Total</dt><dd>₹943.42</dd>" in html
    runs = ExportRun.objects.order_by("started_at", "pk").values_list("file", "format", "rows")
    assert sorted(runs) == sorted(
        (name, format, count) for name, (count, _) in TOTALS.items() for format in ("csv", "xlsx")
    )


def test_the_gst_register_has_rates_places_and_credit_notes(desk: Client) -> None:
    home = supplier.current().state
    rows = csv_rows(_file(desk, "gst", "csv"))
    invoices = [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]
    assert [row["Document"] for row in invoices] == ["Invoice"] * 5 + ["Credit note"] * 2
    assert [row["Date"] for row in invoices] == [
        "1 Oct 2026",
        "15 Oct 2026",
        "20 Oct 2026",
        "21 Oct 2026",
        "31 Oct 2026",
        "10 Oct 2026",
        "25 Oct 2026",
    ]
    assert (invoices[0]["Buyer"], invoices[0]["Contact"]) == ("Meera", "")
    assert invoices[0]["Address"] == "'=12, Beach Road, Goa"
    september, october = invoices[5:]
    assert (september["Invoice date"], september["IGST"], september["CGST"]) == (
        "30 Sep 2026",
        "-180.00",
        "0.00",
    )
    assert (october["Against invoice"], october["CGST"], october["SGST"]) == (
        invoices[2]["Number"],
        "-180.00",
        "-180.00",
    )
    assert {Decimal(row["Rate %"]) for row in invoices} == {Decimal(18)}
    page = desk.get("/admin/figures/", OCTOBER)
    (gst,) = (figures for file, figures in page.context["files"] if file.kind.value == "gst")
    at_home = {row.names[0]: row for row in gst.breakdown if home in row.names[1]}
    assert [one.value for one in at_home["Invoice"].totals] == [2499_50, 0, 224_96, 224_96, 2949_42]
    assert [one.value for one in at_home["Credit note"].totals] == [-2000_00, 0, -180_00, -180_00, -2360_00]


def test_names_do_not_become_formulas(desk: Client) -> None:
    learner = csv_rows(_file(desk, "learners", "csv"))[1]
    assert learner[:3] == ["26 Oct 2026, 12:00 PM", "'=Kabir()", "9811111103"]
    assert xlsx_rows(_file(desk, "learners", "xlsx"))[1][1] == "=Kabir()"
    joined = csv_rows(_file(desk, "attendance", "csv"))[1]
    assert joined[3:9] == ["Webinar", "", "'-Open house", joined[6], "'=Kabir()", "9811111103"]
