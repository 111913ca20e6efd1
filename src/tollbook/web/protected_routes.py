"""Pages with decisions, the JSON API, and the guard in front of all routes."""

from pathlib import Path

from fastapi import FastAPI

from tollbook.errors import TollbookError
from tollbook.locale.messages import message
from tollbook.web import api
from tollbook.web.accounts import Accounts
from tollbook.web.pages import (
    account,
    adding,
    alerts,
    coding,
    compare,
    deciding,
    describing,
    export,
    fields,
    figure,
    importing,
    names,
    numbers,
    persons,
    queue,
    report,
    reports,
    sheet,
    upload,
)
from tollbook.web.security import Guard, Sessions
from tollbook.web.security.throttle import Throttle


def add(app: FastAPI, accounts: Path | None) -> None:
    """Add the pages with decisions, the API and the guard. Raises TollbookError for a file without accounts."""
    register = Accounts(accounts) if accounts is not None else None
    if register is not None and not register.all():
        sentence = message(
            "There are no accounts in {path}; add one: tollbook accounts add NAME --role admin", path=accounts
        )
        raise TollbookError(sentence)
    app.state.accounts = register
    app.state.throttle = Throttle()
    for router in (
        account.router, deciding.router, describing.router, report.router, reports.router, numbers.router,
        adding.router, fields.router, queue.router, coding.router, persons.router, names.router, upload.router,
        export.router, compare.router, figure.router, alerts.router, sheet.router, importing.router,
    ):  # fmt: skip
        app.include_router(router, include_in_schema=False)
    app.mount("/api", api.create(app))
    app.add_middleware(Guard, sessions=Sessions(), accounts=register)
