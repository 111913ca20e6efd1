"""The JSON API: everything that the pages do, for programs. ``/api/openapi.json`` describes it."""

from tollbook.web.api.application import create

__all__ = ["create"]
