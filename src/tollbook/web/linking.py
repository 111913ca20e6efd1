"""Linking around requests: pages show the last state, and new decisions are linked before the answer."""

import logging

from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tollbook.book import Book
from tollbook.errors import TollbookError
from tollbook.incidents.last_state import opening_page
from tollbook.web.reading_worker import ReadingWorker

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_log = logging.getLogger(__name__)


class LinkingMiddleware:
    """Opening a page never waits for linking; a request that changes the book links the change before it is answered.

    So a person sees the effect of a decision at once. If much is left, or linking fails, the worker does it. If the
    worker cannot store what it links because the disk is full, the server links everything in memory.
    """

    def __init__(self, app: ASGIApp, *, book: Book, worker: ReadingWorker) -> None:
        self._app, self._book, self._worker = app, book, worker

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif scope["method"] in _SAFE:
            if self._worker.state.disk_full:
                await run_in_threadpool(self._book.incidents.link_in_memory)
            with opening_page():
                await self._app(scope, receive, send)
        else:
            await self._app(scope, receive, self._linked_before(send))

    def _linked_before(self, send: Send) -> Send:
        async def linked(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] < 400:
                await run_in_threadpool(self._link)
            await send(message)

        return linked

    def _link(self) -> None:
        try:
            if self._book.incidents.link_few():
                self._worker.wake()
        except TollbookError as error:
            _log.warning("%s", error)
            self._worker.wake()
