"""The JSON API: everything that the pages do, for programs. ``/api/openapi.json`` describes it."""

from tollbook.web.api.application import create, http_error

__all__ = ["create", "http_error"]
