import pytest


@pytest.mark.parametrize("ratio", ["wide", "square"])
def test_cover_is_kept_for_ever(client, ratio):
    response = client.get(f"/covers/{ratio}/359/01a1fe8e-f948-71a9-8d06-1349e41c6bd6.svg")

    assert response.status_code == 200
    assert response["Content-Type"] == "image/svg+xml"
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"
    assert response.content.startswith(b"<svg ")
    assert "Set-Cookie" not in response


@pytest.mark.parametrize(
    "path", ["wide/360/a", "wide/-1/a", "tall/10/a", "wide/10/a_b", "wide/10/a.b", f"wide/10/{'a' * 65}"]
)
@pytest.mark.django_db
def test_what_is_no_cover_is_not_found(client, path):
    response = client.get(f"/covers/{path}.svg")

    assert response.status_code == 404
    assert "immutable" not in response.get("Cache-Control", "")
