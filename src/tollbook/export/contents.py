"""What a book holds at one moment, ready to be written out."""

from collections.abc import Iterator

from tollbook.model import Attribution, Claim, DateMention, MeasureMention, PlaceMention, Reading, Record, Report
from tollbook.record import Incident, Toll


class Contents(Record, frozen=True, kw_only=True):
    """Reports by day of publication and id; claims as they stand in the reports, incident and toll filled in."""

    reports: tuple[Report, ...] = ()
    readings: tuple[Reading, ...] = ()
    claims: tuple[Claim, ...] = ()
    incidents: tuple[Incident, ...] = ()
    tolls: tuple[Toll, ...] = ()

    def attributions(self) -> Iterator[Attribution]:
        """Who said what, report by report."""
        for reading in self.readings:
            yield from reading.attributions

    def places(self) -> Iterator[PlaceMention]:
        """Every place named, report by report."""
        for reading in self.readings:
            yield from reading.places

    def dates(self) -> Iterator[DateMention]:
        """Every date expression, report by report."""
        for reading in self.readings:
            yield from reading.dates

    def measures(self) -> Iterator[MeasureMention]:
        """Every length, weight, sum and span of time, report by report."""
        for reading in self.readings:
            yield from reading.measures
