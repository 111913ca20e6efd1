"""The contents of a book at one moment, ready for export."""

from collections.abc import Iterator

from tollbook.model import Attribution, Claim, DateMention, MeasureMention, PlaceMention, Reading, Record, Report
from tollbook.record import Incident, Toll


class Contents(Record, frozen=True, kw_only=True):
    """Reports by day of publication and id; claims in the order of the reports, with their incident and toll."""

    reports: tuple[Report, ...] = ()
    readings: tuple[Reading, ...] = ()
    claims: tuple[Claim, ...] = ()
    incidents: tuple[Incident, ...] = ()
    tolls: tuple[Toll, ...] = ()

    def attributions(self) -> Iterator[Attribution]:
        """All attributions, report by report."""
        for reading in self.readings:
            yield from reading.attributions

    def places(self) -> Iterator[PlaceMention]:
        """All mentions of places, report by report."""
        for reading in self.readings:
            yield from reading.places

    def dates(self) -> Iterator[DateMention]:
        """All date expressions, report by report."""
        for reading in self.readings:
            yield from reading.dates

    def measures(self) -> Iterator[MeasureMention]:
        """All mentions of lengths, weights, sums of money and durations, report by report."""
        for reading in self.readings:
            yield from reading.measures
