"""The OpenAPI page of the HTTP part, made from the list of endpoints."""

import re
from functools import cache
from typing import Any

import msgspec

from yonto import __version__
from yonto.server.http.routes import ENDPOINTS, Endpoint, Page

REF = "#/components/schemas/{name}"


class ErrorIs(msgspec.Struct, frozen=True):
    """Any refusal: its kind, the key and parameters of its sentence, the sentence in the asker's language."""

    error: str
    key: str
    params: dict[str, Any]
    text: str
    rule: str = ""
    field: str = ""
    line: int = 0
    column: int = 0


@cache
def openapi() -> dict[str, Any]:
    types = [
        ErrorIs,
        *{endpoint.gives for endpoint in ENDPOINTS},
        *(endpoint.takes for endpoint in ENDPOINTS if endpoint.takes),
    ]
    queries = [endpoint.query for endpoint in ENDPOINTS if endpoint.query]
    schemas, components = msgspec.json.schema_components([*types, *queries], ref_template=REF)
    known = dict(zip(map(str, [*types, *queries]), schemas, strict=True))
    paths: dict[str, Any] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation(endpoint, known, components)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Yonto", "version": __version__, "description": "Tables, records and people."},
        "paths": paths,
        "components": {"schemas": components},
    }


def operation(endpoint: Endpoint, known: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    failed = {"description": "Refused", "content": {"application/json": {"schema": known[str(ErrorIs)]}}}
    media = "text/plain" if endpoint.gives is Page else "application/json"
    schema = {"type": "string"} if endpoint.gives is Page else known[str(endpoint.gives)]
    found: dict[str, Any] = {
        "operationId": endpoint.handler.__name__,
        "summary": (endpoint.handler.__doc__ or endpoint.handler.__name__.replace("_", " ")).split("\n")[0],
        "parameters": [*path_parameters(endpoint), *query_parameters(endpoint, components)],
        "responses": {
            str(endpoint.status): {"description": "Done", "content": {media: {"schema": schema}}},
            **{str(status): failed for status in (400, 401, 403, 404, 408, 409, 413, 422, 429, 503)},
        },
    }
    if endpoint.takes:
        found["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": known[str(endpoint.takes)]}},
        }
    return found


def path_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for name in re.findall(r"\{(\w+)\}", endpoint.path)
    ]


def query_parameters(endpoint: Endpoint, components: dict[str, Any]) -> list[dict[str, Any]]:
    lang = {"name": "lang", "in": "query", "schema": {"enum": ["fr", "en"]}}
    if endpoint.query is None:
        return [lang]
    properties = components[endpoint.query.__name__]["properties"]
    return [lang, *({"name": name, "in": "query", "schema": plain(s)} for name, s in properties.items())]


def plain(schema: dict[str, Any]) -> dict[str, Any]:
    """A query has no null: what may be left out simply is."""
    choices = [each for each in schema.get("anyOf", []) if each != {"type": "null"}]
    return choices[0] if len(choices) == 1 else {k: v for k, v in schema.items() if k != "default"}
