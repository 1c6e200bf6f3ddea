"""Serializers for the API description, made from the `TypedDict`s that selectors return."""

from collections.abc import Mapping
from functools import cache
from types import UnionType
from typing import (
    Annotated,
    Any,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from rest_framework import serializers

from apps.core.api.fields import RupeesField, UtcDateTimeField
from apps.core.json_types import Between, Choices, Format, Help, component_name

_FORMATS: Mapping[str, type[serializers.Field[Any, Any, Any, Any]]] = {
    "uuid": serializers.UUIDField,
    "date-time": UtcDateTimeField,
    "date": serializers.DateField,
    "uri": serializers.URLField,
    "email": serializers.EmailField,
    "rupees": RupeesField,
}
_PLAIN: Mapping[Any, type[serializers.Field[Any, Any, Any, Any]]] = {
    str: serializers.CharField,
    int: serializers.IntegerField,
    float: serializers.FloatField,
    bool: serializers.BooleanField,
}


def response(typed: Any, **options: Any) -> Any:
    """
    The field that describes values of a type: `response(CourseCard)`, `response(list[CourseCard])`.

    :raises TypeError: if the type cannot be described
    """
    origin = get_origin(typed)
    if origin in (NotRequired, Required):
        return response(get_args(typed)[0], required=origin is Required, **options)
    if origin is Annotated:
        return _annotated(typed, options)
    if origin in (Union, UnionType):
        return _union(get_args(typed), options)
    if origin is list:
        (item,) = get_args(typed)
        if is_typeddict(item):
            return serializer_of(item)(many=True, **options)
        return serializers.ListField(child=response(item), **options)
    if origin is dict:
        return serializers.DictField(child=response(get_args(typed)[1]), **options)
    if is_typeddict(typed):
        return serializer_of(typed)(**options)
    if typed in _PLAIN:
        return _PLAIN[typed](**options)
    raise TypeError(f"No field describes {typed!r}")


@cache
def serializer_of(typed: type) -> type[serializers.Serializer[Any]]:
    """The serializer with the fields of a `TypedDict`."""
    fields = {name: response(hint) for name, hint in get_type_hints(typed, include_extras=True).items()}
    # Without the docstring that every dict has.
    described = {"__doc__": typed.__doc__ if typed.__doc__ != dict.__doc__ else None}
    return type(component_name(typed), (serializers.Serializer,), {**described, **fields})


def _annotated(typed: Any, options: dict[str, Any]) -> Any:
    plain, *notes = get_args(typed)
    for note in notes:
        match note:
            case Help(text):
                options["help_text"] = text
            case Between(least, most):
                limits = {"min_value": least, "max_value": most}
                options |= {name: limit for name, limit in limits.items() if limit is not None}
    for note in notes:
        match note:
            case Choices(values):
                return serializers.ChoiceField(choices=values, **options)
            case Format(name):
                return _FORMATS[name](**options)
    return response(plain, **options)


def _union(members: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """`X | None`, or `int | float`."""
    present = [member for member in members if member is not type(None)]
    if len(present) < len(members):
        options["allow_null"] = True
    if set(present) == {int, float}:
        return serializers.FloatField(**options)
    (one,) = present
    return response(one, **options)
