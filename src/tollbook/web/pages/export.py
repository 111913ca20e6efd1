"""Exporting from a page: a format, a redaction profile, and the files to download."""

import tempfile
import zipfile
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import HTMLResponse, Response

from tollbook.book import Book
from tollbook.errors import Refused
from tollbook.export import EXPORTS, REGISTRY, file_name, release_profiles
from tollbook.locale.messages import message
from tollbook.web.dependencies import CurrentView, as_day
from tollbook.web.rendering import page
from tollbook.web.security import User, may

router = APIRouter()
Reader = Annotated[User, Depends(may("read"))]
Field = Annotated[str, Form()]

PROFILES: Mapping[str, str] = {
    "public": message("Anyone (public): names of private persons are withheld, ages become adult or child"),
    "partners": message("Partners under an agreement (partners): names of minors and of witnesses are withheld"),
    "court": message("Courts and commissions of inquiry (court): no name is withheld"),
    "": message("Only you: no redaction"),
}


@router.get("/export")
def export(request: Request, view: CurrentView, format: str = "") -> HTMLResponse:  # noqa: A002 - its usual name
    """The choice of format and profile. A list gives the format, and the rule and the day of its figures."""
    formats = {name: entry.says for name, entry in REGISTRY.items()}
    profiles = {name: PROFILES.get(name, name) for name in (*release_profiles.PROFILES, "")}
    chosen = format if format in REGISTRY else next(iter(REGISTRY))
    return page(request, "export.html", formats=formats, profiles=profiles, chosen=chosen, view=view)


@router.post("/export")
def download(  # noqa: PLR0917 - the fields of the form
    request: Request, user: Reader, format: Field = "", profile: Field = "", title: Field = "", licence: Field = "",  # noqa: A002
    rule: Field = "", as_of: Field = "",
) -> Response:  # fmt: skip
    """The files of an export as one download; the log names the user."""
    if format not in EXPORTS:
        raise Refused(message("Choose a format."))
    chosen = release_profiles.shipped(profile) if profile else None
    name, content = exported(
        request, user, format=format, profile=chosen, title=title, licence=licence,
        rule=rule or None, as_of=as_day(as_of, "as_of"),
    )  # fmt: skip
    kind = "application/zip" if name.endswith(".zip") else "application/octet-stream"
    return Response(content, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def exported(
    request: Request,
    user: User,
    *,
    format: str,  # noqa: A002
    profile: str | None,
    title: str = "",
    licence: str = "",
    rule: str | None = None,
    as_of: date | None = None,
) -> tuple[str, bytes]:
    """One file for download and its name: the only file of an export, or all of them in a ZIP file.

    Without ``rule`` the figures are made by the rule of the format's codebook, if it has one.
    """
    with tempfile.TemporaryDirectory(prefix="tollbook-") as scratch:
        folder = Path(scratch)
        # Opened again, so that the log names this user and not the user who started the web interface.
        with Book.open(request.app.state.where, actor=user.name or None) as book:
            made = book.export(
                format, folder / "tollbook", profile=profile, title=title, licence=licence, rule=rule, as_of=as_of
            )
        if len(made) == 1 and made[0].parent == folder:
            return file_name(format), made[0].read_bytes()
        packed = folder / "packed.zip"
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in made:
                archive.write(path, path.relative_to(folder))
        return f"tollbook-{format}.zip", packed.read_bytes()
