"""Speakers as entities: one person under every spelling and script, never by a common name alone."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reconcile_builders import claim, report

from tollbook.reconcile.speakers import speakers
from tollbook.reconcile.transliteration import same_across_scripts, script

REPORTS = {r.id: r for r in (report("a", 5), report("b", 6), report("c", 7), report("d", None))}


def said(name, in_="a", incident="g", kind="killed", **fields):
    words = fields.pop("quote", "…")
    speaker = {f: fields.pop(f) for f in ("role", "organisation", "side") if f in fields}
    made = claim(fields.pop("count", 3) if kind == "killed" else None, kind, by=name, in_=in_, **fields)
    first = msgspec.structs.replace(made.speakers[0], **speaker)
    key = f"{made.id}|{incident}|{words}"
    return msgspec.structs.replace(
        made, incident=incident, quote=words, id=key, speakers=(first, *made.speakers[1:])
    )  # fmt: skip


def names(*claims):
    return [tuple(s.text for s in e.spellings) for e in speakers(claims, REPORTS)]


@pytest.mark.parametrize(
    ("latin", "other"),
    [
        ("Sergiy Dovran", "Сергій Довран"),
        ("Sergei Dovran", "Сергей Довран"),
        ("Ilyas Tarkhan", "إلياس طرخان"),
        ("Ilyas Tarkhan", "איליאס טרחן"),
        ("Ilyas Tarkhan", "الیاس طرخان"),
        ("Ilyas Tarkhan", "ኢሊያስ ታርካን"),
        ("Mirela Osko", "မီရဲလာ အော့စကို"),
        ("Hla Myint", "လှ မြင့်"),
        ("Thura Soe", "သူရ စိုး"),
        ("Mirela Osko", "ميريلا أوسكو"),
    ],
)
def test_one_person_of_one_incident_in_two_scripts_is_one(latin, other):
    [entity] = speakers([said(latin), said(other, "b")], REPORTS)
    assert {(s.text, s.reports) for s in entity.spellings} == {(latin, ("a",)), (other, ("b",))}


@pytest.mark.parametrize(
    ("latin", "other"),
    [
        ("Sergiy Dovran", "إلياس طرخان"),
        ("Mirela Osko", "Сергій Довран"),
        ("Ana Brod", "ኢሊያስ ታርካን"),
        ("Ana Brod", "Oren Pasko"),
    ],
)
def test_two_people_in_two_scripts_stay_two(latin, other):
    assert not same_across_scripts(latin, other)
    assert len(names(said(latin), said(other, "b"))) == 2


def test_scripts_are_known_by_their_letters():
    assert [script(n) for n in ("Ana", "Довран", "طرخان", "…")] == ["LATIN", "CYRILLIC", "ARABIC", ""]


def test_a_common_name_alone_is_not_merged():
    assert len(names(said("Ana Brod", incident="g"), said("Ana Brod", "b", incident="h"))) == 2


@pytest.mark.parametrize("tie", [{"role": "deputy mayor"}, {"organisation": "Velmar town council"}])
def test_a_name_with_the_same_role_or_organisation_is_one_over_incidents(tie):
    assert len(names(said("Ana Brod", **tie), said("Anna Brod", "b", incident="h", **tie))) == 1


def test_a_surname_joins_its_only_bearer_in_the_incident():
    assert names(said("Ana Brod"), said("Brod", "b")) == [("Ana Brod", "Brod")]
    assert len(names(said("Ana Brod"), said("Oren Brod", "b"), said("Brod", "c"))) == 3


def test_a_speaker_keeps_role_organisation_and_side_as_the_texts_have_them():
    claims = said("Ana Brod", role="deputy mayor", side="Kestria"), said("Brod", "b", organisation="the council")
    [entity] = speakers(claims, REPORTS)
    assert (entity.roles, entity.organisations, entity.sides) == (("deputy mayor",), ("the council",), ("Kestria",))


def test_denial_inquiry_admission_are_in_order():
    steps = [
        said("Davit Orsen", "a", kind="denial", stance="denies", quote="No."),
        said("Orsen", "b", kind="inquiry", stance="promises inquiry", quote="We will see."),
        said("Davit Orsen", "c", kind="responsibility", stance="claims responsibility", quote="It was ours."),
    ]
    [entity] = speakers(steps[::-1], REPORTS)
    assert [s.stance for s in entity.statements] == ["denies", "promises inquiry", "claims responsibility"]
    assert entity.changes == (
        "The stance on incident g changed: denies (2021-10-05) → promises inquiry (2021-10-06) → "
        "claims responsibility (2021-10-07).",
    )


def test_a_return_to_denial_is_a_change_and_other_incidents_do_not_count():
    there = said("Davit Orsen", kind="denial", stance="denies", quote="No.")
    away = said("Davit Orsen", "b", kind="inquiry", stance="promises inquiry", quote="We will see.")
    back = said("Davit Orsen", "c", kind="denial", stance="denies", quote="Not us.")
    [entity] = speakers([there, away, back], REPORTS)
    assert entity.changes[0].count("denies") == 2
    elsewhere = msgspec.structs.replace(away, incident="h")
    assert all(e.changes == () for e in speakers([there, elsewhere], REPORTS))


def test_on_one_day_the_promise_comes_after_the_denial():
    promise = said("Davit Orsen", "a", kind="inquiry", stance="promises inquiry", quote="We will see.")
    denial = said("Davit Orsen", "a", kind="denial", stance="denies", quote="No.", start=90)
    [entity] = speakers([promise, denial], REPORTS)
    assert [s.stance for s in entity.statements] == ["denies", "promises inquiry"]


def test_collectives_are_never_merged():
    assert names(said("Officials"), said("Other Kestrian officials", "b")) == [
        ("Officials",),
        ("Other Kestrian officials",),
    ]


def test_descriptions_are_no_entities():
    assert names(said("a resident"), said("police", "b"), said(None, "c")) == []


@given(
    st.lists(
        st.tuples(st.sampled_from(["Ana Brod", "Anna Brod", "Brod", "Oren Pasko", "Ана Брод"]), st.sampled_from("abcd"),
                  st.sampled_from("gh"), st.sampled_from([None, "mayor"])),
        max_size=8, unique=True),
    st.randoms(use_true_random=False),
)  # fmt: skip
def test_every_claim_has_one_speaker_in_whatever_order(drawn, chance):
    claims = [
        said(n, r, incident=g, **({"role": role} if role else {}), start=i) for i, (n, r, g, role) in enumerate(drawn)
    ]
    found = speakers(claims, REPORTS)
    assert sorted(c for e in found for c in e.claims) == sorted(c.id for c in claims)
    shuffled = list(claims)
    chance.shuffle(shuffled)
    assert speakers(shuffled, REPORTS) == found
