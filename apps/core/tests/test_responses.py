from typing import Annotated, NotRequired, TypedDict

import pytest

from apps.core.api.responses import response, serializer_of
from apps.core.json_types import Choices, DateTime, Help, Identifier, Percent, Rupees, component


class Part(TypedDict):
    name: str


@component("BoxOut")
class Package(TypedDict):
    """What is delivered."""

    _id: Identifier
    count: int
    weight: float
    price: Rupees
    percent: Percent
    isOpen: bool
    kind: Annotated[str, Choices(["small", "large"]), Help("How it is packed.")]
    sentAt: DateTime | None
    first: Part
    last: Part | None
    parts: Annotated[list[Part], Help("In order.")]
    tags: list[str]
    sums: dict[str, int]
    note: NotRequired[str]


class LargePackage(Package):
    pallets: int


def described(name: str) -> tuple[str, dict[str, object]]:
    field = serializer_of(Package)().fields[name]
    options = ("required", "allow_null", "help_text", "min_value", "max_value")
    return type(field).__name__, {key: getattr(field, key, None) for key in options}


@pytest.mark.parametrize(
    ("name", "kind", "options"),
    [
        ("_id", "UUIDField", {}),
        ("count", "IntegerField", {}),
        ("weight", "FloatField", {}),
        ("price", "RupeesField", {}),
        ("percent", "IntegerField", {"min_value": 0, "max_value": 100}),
        ("isOpen", "BooleanField", {}),
        ("kind", "ChoiceField", {"help_text": "How it is packed."}),
        ("sentAt", "UtcDateTimeField", {"allow_null": True}),
        ("first", "PartOut", {}),
        ("last", "PartOut", {"allow_null": True}),
        ("parts", "ListSerializer", {"help_text": "In order."}),
        ("tags", "ListField", {}),
        ("sums", "DictField", {}),
        ("note", "CharField", {"required": False}),
    ],
)
def test_each_type_has_its_field(name: str, kind: str, options: dict[str, object]) -> None:
    given, found = described(name)

    assert given == kind
    for option, value in found.items():
        default = {"required": True, "allow_null": False}.get(option)
        assert value == options.get(option, default), option


def test_a_type_is_described_once_and_inherits_its_fields() -> None:
    assert serializer_of(Package) is serializer_of(Package)
    assert (serializer_of(Package).__name__, serializer_of(Package).__doc__) == (
        "BoxOut",
        "What is delivered.",
    )
    assert serializer_of(LargePackage).__name__ == "LargePackageOut"
    assert list(serializer_of(LargePackage)().fields) == [*Package.__annotations__, "pallets"]
    assert response(list[Package]).child.__class__ is serializer_of(Package)
    assert list(serializer_of(Package)().fields["kind"].choices) == ["small", "large"]


def test_what_no_field_describes_is_refused() -> None:
    with pytest.raises(TypeError, match="No field describes <class 'bytes'>"):
        response(bytes)
    with pytest.raises(ValueError, match="too many values"):
        response(str | int)
