"""The table of outlets: its columns are shown and affect no figure."""

import pytest
from reconcile_builders import report

from tollbook import reconcile
from tollbook.errors import Refused
from tollbook.reconcile.outlets import Outlet, described, table


def written(tmp_path, text):
    path = tmp_path / "outlets.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_package_knows_agencies_by_kind_and_country_alone():
    for outlet in table().values():
        assert outlet.kind == "news agency"
        assert len(outlet.country) == 2
        assert (outlet.owner_or_side, outlet.note) == ("", "")


def test_an_own_file_adds_and_replaces_outlets(tmp_path):
    own = written(
        tmp_path, "outlet,country,owner_or_side,kind\nHarbour Daily,XK,the harbour board,newspaper\nReuters,GB,,wire\n"
    )
    known = table(own)
    [agency, daily, unknown] = described(["Reuters", "The Harbour Daily", "Velmar Observer"], known)
    assert agency.kind == "wire"
    assert daily.owner_or_side == "the harbour board"
    assert unknown == Outlet(outlet="Velmar Observer")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("name,country\nHarbour Daily,XK\n", "must have the column"),
        ("outlet,trust\nHarbour Daily,5\n", "must have the column"),
        ("", "must have the column"),
    ],
)
def test_a_table_of_another_kind_is_refused(tmp_path, text, why):
    with pytest.raises(Refused, match=why):
        table(written(tmp_path, text))


def test_a_missing_file_is_refused_with_what_to_do(tmp_path):
    with pytest.raises(Refused, match="give a CSV file in UTF-8"):
        table(tmp_path / "none.csv")


def test_the_outlets_of_reports_are_listed_once_by_name():
    reports = [report("a", outlet="Velmar Observer"), report("b", outlet="Reuters"), report("c", outlet="Reuters")]
    assert [(o.outlet, o.kind) for o in reconcile.outlets(reports)] == [
        ("Reuters", "news agency"),
        ("Velmar Observer", ""),
    ]
