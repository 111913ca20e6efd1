"""Questions about one incident: found for each cause, with cards, suggestions and stable ids. All is invented."""

from datetime import date

import msgspec
from reconcile_builders import claim, report
from test_incidents_tables import asked as table
from test_incidents_tables import sure

from tests.deciding import check
from tollbook import reconcile
from tollbook.decisions import corrections
from tollbook.decisions.answered import Answered
from tollbook.incidents.questions import KINDS, Material, Question, Step, find, is_open
from tollbook.model import Actor, Candidate, Claim, People, Place, Report, When, content_id
from tollbook.reconcile import Copy
from tollbook.record import Figure, Group, ReportLink

VELMAR = Place(name="Velmar", country="XA", lat=1.0, lon=2.0, precision=1)
ZULDEN = Place(name="Zulden", country="XA", lat=9.0, lon=9.0, precision=1)
FRONT = Actor(name="Highland Front")


def on(day: int, basis: str = "stated") -> When:
    known = date(2021, 10, day)
    return When(start=known, end=known, precision="day", basis=basis, text=f"on {day} October")  # type: ignore[arg-type]


def said(claim: Claim, words: str, **fields: object) -> Claim:
    return msgspec.structs.replace(claim, quote=words, end=claim.start + len(words), **fields)


def asked(
    *claims: Claim, reports: tuple[Report, ...] = (), when: When | None = None, place: Place | None = VELMAR,
    questions: tuple[str, ...] = (), copies: tuple[Copy, ...] = (),
) -> tuple[Question, ...]:  # fmt: skip
    """The questions about one incident, by the functions that make its record."""
    names = sorted({each.report for each in claims})
    group = Group(
        id="g", kind="attack", when=when or on(5), place=place, claims=claims, questions=questions,
        reports=tuple(ReportLink(id=name, claims=1) for name in names),
    )  # fmt: skip
    known = {each.id: each for each in reports} or {name: report(name) for name in names}
    record = reconcile.incident(group, known, copies)
    return find(Material(record, group, {each.id: each for each in claims}, known, copies))


def kinds(found: tuple[Question, ...]) -> list[str]:
    return [question.kind for question in found]


def one(found: tuple[Question, ...], kind: str) -> Question:
    (question,) = [each for each in found if each.kind == kind]
    return question


def test_every_kind_is_in_the_table_once_and_harm_decides_the_order() -> None:
    assert len({kind.name for kind in KINDS}) == len(KINDS)
    order = ["responsibility", "figures", "identity", "day and place"]
    assert [kind.harm for kind in KINDS] == sorted((kind.harm for kind in KINDS), key=order.index)


def test_three_reports_say_one_day_and_one_another_in_one_question() -> None:
    claims = [claim(3, in_=name, when=on(5)) for name in "abc"] + [claim(3, in_="d", when=on(6))]
    question = one(asked(*claims), "different days")
    assert question.sentence == "On which day did it happen: 5 October 2021 (3), 6 October 2021 (1)?"
    assert [(card.label, len(card.claims)) for card in question.cards] == [("5 October 2021", 3), ("6 October 2021", 1)]
    assert question.suggestion is not None
    assert (question.suggestion.action, question.suggestion.card) == ("accept", 0)
    assert question.suggestion.why == "3 of 4 reports say so."
    accept = next(each for each in question.answers if (each.action, each.card) == ("accept", 0))
    changed = {step.subject: step.change for step in (accept, *accept.also)}
    assert {each.id for each in claims} == set(changed)
    assert all(change is not None and change["when"]["start"] == "2021-10-05" for change in changed.values())


def test_a_day_far_from_the_others_with_other_numbers_suggests_another_event() -> None:
    claims = [claim(3, in_=name, when=on(5)) for name in "ab"] + [claim(8, in_="c", when=on(9))]
    question = one(asked(*claims), "different days")
    assert question.suggestion is not None
    assert (question.suggestion.action, question.suggestion.card) == ("other event", 1)
    assert question.suggestion.why == "Its day is 4 days from 5 October 2021: this may be another event."


def test_a_report_is_never_compared_with_itself() -> None:
    twice = [claim(3, when=on(5)), claim(2, when=on(9), start=50), claim(1, when=on(12), start=90)]
    assert "different days" not in kinds(asked(*twice))
    places = [claim(3, place=VELMAR), claim(2, place=ZULDEN, start=50)]
    assert "different places" not in kinds(asked(*places))
    both = asked(*twice, claim(3, in_="b", when=on(9)))
    assert "different days" not in kinds(both)  # report a says 9 October, too


def test_a_day_of_a_report_published_long_after_suggests_another_event() -> None:
    claims = [claim(3, in_="a", when=on(5)), claim(3, in_="b", when=on(9))]
    late = msgspec.structs.replace(report("b"), published=date(2024, 10, 5))
    question = one(asked(*claims, reports=(report("a"), late)), "different days")
    assert question.suggestion is not None
    assert question.suggestion.action == "other event"
    assert question.suggestion.why.startswith("They were published 3 years apart.")


def test_the_copied_report_is_suggested_where_one_copies_the_other() -> None:
    claims = [claim(3, in_="a", when=on(5)), claim(3, in_="b", when=on(9))]
    question = one(asked(*claims, copies=(Copy(report="b", of="a", why="Same text."),)), "different days")
    assert question.suggestion is not None
    assert (question.suggestion.rule, question.suggestion.card) == ("copied report", 0)


def test_different_places_are_one_question() -> None:
    claims = [claim(3, in_=name, place=place) for name, place in (("a", VELMAR), ("b", ZULDEN), ("c", VELMAR))]
    question = one(asked(*claims), "different places")
    assert [card.label for card in question.cards] == ["Velmar", "Zulden"]


def test_an_admission_is_asked_first_and_rejecting_it_keeps_the_count() -> None:
    text = "The Highland Front killed ten people, a Highland Front spokesman said."
    made = said(claim(10, by="a Highland Front spokesman", by_=FRONT), "killed ten people")
    reports = (msgspec.structs.replace(report("a"), text=text),)
    found = asked(made, reports=reports)
    assert found[0].kind == "admission"
    reject = next(each for each in found[0].answers if each.action == "reject")
    assert (reject.verdict, reject.change) == ("correct", {"by": []})  # the count stays
    assert "held responsible" not in kinds(found)


def test_a_claim_of_responsibility_is_asked_and_rejected_as_a_whole() -> None:
    words = "The Highland Front claimed responsibility."
    made = said(claim(None, "responsibility", by="Highland Front", stance="claims responsibility"), words)
    question = one(asked(claim(3, start=90), made), "admission")
    assert question.suggestion is not None
    assert question.suggestion.action == "accept"
    assert [a.verdict for a in question.answers if a.action == "reject"] == ["reject"]


def test_a_denial_is_asked_by_its_speaker() -> None:
    made = said(claim(None, "denial", by="Salme Verin", stance="denies", start=100), "She denied the attack.")
    question = one(asked(claim(3), made), "denial")
    assert question.sentence == "Did Salme Verin deny this incident, or a part in it?"


def test_the_actor_of_a_claim_is_confirmed_alone() -> None:
    text = "The Highland Front shelled the mill, killing ten people."
    made = said(claim(10, start=text.index("ten people"), by_=FRONT), "ten people")
    question = one(asked(made, reports=(msgspec.structs.replace(report("a"), text=text),)), "held responsible")
    confirm = next(each for each in question.answers if each.action == "accept")
    assert confirm.change == {"by": [FRONT.to_dict()]}


def test_everyone_held_responsible_is_one_question_and_part_names_are_left_out() -> None:
    long, short = Actor(name="Kestrian army"), Actor(name="army")
    made = msgspec.structs.replace(claim(10), by=(long, short))
    other = claim(2, in_="b", by_=FRONT)
    question = one(asked(made, other), "held responsible")
    assert [card.label for card in question.cards] == ["Highland Front", "Kestrian army"]


def test_a_changed_stance_has_the_claims_of_its_speaker() -> None:
    said_ = [
        ("a", "denial", "denies", "No."), ("b", "inquiry", "promises inquiry", "We will ask."),
        ("c", "denial", "denies", "Not us."), ("c", "accusation", "condemns", "It condemned the attack."),
    ]  # fmt: skip
    claims = [said(claim(None, k, by="Davit Orsen", stance=s, in_=r), words) for r, k, s, words in said_]
    found = asked(*claims, reports=(report("a", 5), report("b", 6), report("c", 7)))
    question = one(found, "changed stance")
    assert question.sentence == "Davit Orsen changed stance: denies → promises inquiry → denies."
    assert [card.label for card in question.cards] == ["denies", "promises inquiry", "denies"]


def test_words_about_two_earlier_stances_are_no_change() -> None:
    both = "It first denied it and then promised to ask."
    said_ = [("a", "denial", "denies", both), ("a", "inquiry", "promises inquiry", both)]
    claims = [said(claim(None, k, by="Davit Orsen", stance=s, in_=r), words) for r, k, s, words in said_]
    assert "changed stance" not in kinds(asked(*claims))


def test_a_name_from_context_is_confirmed_or_removed_and_the_count_stays() -> None:
    people = People(text="a nurse", names=("Anira Dost",), inferred=True)
    question = one(asked(claim(1, people=people)), "inferred name")
    by_action = {each.action: each.change for each in question.answers}
    plain = msgspec.json.decode(msgspec.json.encode(people))
    assert by_action["accept"] == {"people": plain | {"inferred": False}}
    assert by_action["reject"] is not None
    assert by_action["reject"]["people"]["names"] == []
    stated = claim(1, in_="b", people=People(text="Anira Dost", names=("Anira Dost",)))
    assert "inferred name" not in kinds(asked(claim(1, people=people), stated))
    spelt = People(text="Anyra Dost, a nurse", names=("Anyra Dost",))
    assert "inferred name" not in kinds(asked(claim(1, people=people), claim(1, people=spelt, in_="b")))


def test_numbers_said_to_be_unknown_and_doubtful_days_are_asked() -> None:
    assert "unknown number" in kinds(asked(claim("unknown", "injured")))
    assert "unknown number" not in kinds(asked(claim("unknown", "injured"), claim(3, "injured", in_="b")))
    doubtful = When(text="31 February", reason="February has no day 31")
    found = asked(claim(3, when=doubtful), when=doubtful)
    question = one(found, "doubtful day")
    assert question.sentence == "Day in doubt: “31 February”: February has no day 31."
    assert "undated" not in kinds(found)


def test_contrary_decisions_are_asked_by_the_decisions() -> None:
    sentence = (
        "Decision 1111111111111111 (the same incident) contradicts the later decision 2222222222222222, which holds."
    )
    question = one(asked(claim(3), questions=(sentence,)), "contrary decisions")
    assert question.former == content_id("contrary decisions", sentence, "g")


def test_an_id_follows_from_what_is_asked_about_and_not_from_its_words() -> None:
    low, high = said(claim(17, by="Ana Brod"), "17 dead"), said(claim(18, by="Oren Pasko", in_="b"), "18 dead")
    before = one(asked(low, high), "contested figure")
    # Another report of the same two numbers changes the claims in question, not what is asked.
    third = said(claim(18, by="Mira Tolven", in_="c"), "eighteen")
    after = one(asked(low, high, third, reports=(report("a", 5), report("b", 5), report("c", 9))), "contested figure")
    assert before.id == after.id
    assert set(before.claims) < set(after.claims)
    # A reader that gives the same words another id asks the same question.
    reread = [msgspec.structs.replace(each, id=f"again {each.id}") for each in (low, high)]
    assert one(asked(*reread), "contested figure").id == before.id
    other = said(claim(30, by="Oren Pasko", in_="d"), "30 dead")
    assert one(asked(low, other), "contested figure").id != before.id


def test_two_numbers_of_one_source_are_no_contradiction_of_independent_sources() -> None:
    """“Reports of 14 dead were exaggerated, nine bodies had been brought” was asked about as two sources."""
    both = [claim(9, by="Lida Corven"), claim(14, by="Lida Corven", start=20)]
    others = [claim(11, by="Oren Haust", in_="b"), claim(13, by="Marta Ilvane", in_="c")]
    question = one(asked(*both, *others), "contested figure")
    assert question.sentence == "How many were killed: 9 or 14? One source gives both numbers."
    assert question.suggestion is None
    two = one(asked(claim(9, by="Lida Corven"), claim(14, by="Oren Haust", in_="b")), "contested figure")
    assert two.sentence == "How many were killed: 9 or 14? Independent sources contradict each other."
    assert two.suggestion is not None


def test_a_total_and_another_event_become_marks() -> None:
    claims = [claim(17, by="Ana Brod"), claim(180, by="Oren Pasko", in_="b")]
    question = one(asked(*claims), "contested figure")
    marks = {each.action: each for each in question.answers if each.card == 1 and each.action != "correct"}
    chosen = list(question.cards[1].claims)
    assert (marks["total"].verdict, marks["total"].change) == ("total", {"claims": chosen})
    apart = sorted({each.id for each in claims} - set(chosen))
    assert (marks["other event"].verdict, marks["other event"].change) == (
        "another attack",
        {"claims": chosen, "apart": apart},
    )


def test_every_answer_is_a_decision_that_can_be_made() -> None:
    claims = [
        claim(17, by="Ana Brod", when=on(5), place=VELMAR, by_=FRONT),
        claim(18, by="Oren Pasko", in_="b", when=on(9), place=ZULDEN),
        said(claim(None, "denial", by="Salme Verin", stance="denies", in_="c"), "No."),
        claim("unknown", "missing", in_="c", start=40),
        msgspec.structs.replace(claim(1, "abducted", people=People(text="x", names=("Mira",), inferred=True)), id="m"),
    ]
    found = asked(*claims)
    assert len(found) >= 6
    by_id = {each.id: each for each in claims}
    for question in found:
        for answer in question.answers:
            for step in (answer, *answer.also):
                _check(step, needs_fields=answer.action == "correct")
                if step.verdict == "correct" and step.change and step.subject in by_id:
                    corrections.corrected(by_id[step.subject], step.change)
        assert question.answers[-1].verdict == "settle"
        assert all(card.claims for card in question.cards)


def _check(step: Step, *, needs_fields: bool) -> None:
    change = step.change or ({"count": None} if needs_fields else None)
    check(step.verdict, step.subject, who="Ines", why="Because.", other=step.other, change=change)


#: Ids of questions that the version before this one asked about the incidents of the tables in
#: ``test_incidents_tables``: what was settled under them stays settled.
FORMER = {
    "contested figure": "de49400c46d359f4",
    "low confidence": "658bd66302ad6efc",
    "undated": "abadb0ad83d736ca",
    "unresolved place": "ac8659d7ce487a46",
}


def test_former_ids_are_those_of_the_version_before() -> None:
    four = [msgspec.structs.replace(claim(3), id=name) for name in "abcd"]
    contested = Figure(low=3, high=9, status="contested", low_claims=("a", "b", "c"), high_claims=("d", "a"))
    found = [
        *table(contested, four),
        *table(Figure(low=3, high=9, low_claims=("c",)), [sure(0.4)]),
        *table(None, [claim(3)], when=None, place=None),
    ]
    assert {question.kind: question.former for question in found} == FORMER


def test_a_card_says_the_number_as_it_was_said() -> None:
    vague = said(claim("dozens", by="Ana Brod"), "dozens")
    exact = said(claim(3, by="Oren Pasko", in_="b"), "three")
    question = one(asked(vague, exact), "contested figure")
    assert [card.label for card in question.cards] == ["3", "“dozens”"]


def test_one_speaker_under_two_names_denies_in_one_question() -> None:
    names = ("the ministry of defence", "the Kestrian ministry of defence")
    made = [
        said(claim(None, "denial", by=name, stance="denies", in_=in_, start=100), f"It denied the attack, {in_}.")
        for name, in_ in zip(names, "ab", strict=True)
    ]
    question = one(asked(claim(3), *made), "denial")
    assert question.sentence == "Did the ministry of defence deny this incident, or a part in it?"
    assert [card.label for card in question.cards] == list(names)


def test_the_earlier_text_of_an_outlet_is_not_a_denial() -> None:
    corrected = said(claim(11, by="an earlier version of our report", stance="denies"), "at least 11")
    assert "denial" not in kinds(asked(corrected, claim(9, by="the hospital", start=50)))


def test_to_reject_a_denial_says_that_its_number_counts_then() -> None:
    denied = said(claim(11, by="the ministry", stance="denies"), "killed 11")
    attack = said(claim(None, "attack", by="the council", stance="denies", start=50), "the attack")
    says = {
        answer.says
        for question in asked(denied, attack)
        for answer in question.answers
        if question.kind == "denial" and answer.action == "reject"
    }
    assert says == {
        "“killed 11” does not say so; it becomes a plain statement, and its number counts.",
        "“the attack” does not say so; it becomes a plain statement.",
    }


def test_an_older_count_takes_the_numbers_along_that_only_repeat_it() -> None:
    old = said(claim(11, by="Dana Velko"), "11 people")
    headline = said(claim(11, in_="b"), "kills 11")
    other = said(claim(6, by="the army", in_="c"), "six")
    question = one(asked(old, headline, other), "contested figure")
    older = [each for each in question.answers if each.action == "superseded"]
    of_old = next(each for each in older if old.id in {each.subject, *(step.subject for step in each.also)})
    assert {of_old.subject, *(step.subject for step in of_old.also)} == {old.id, headline.id}
    of_army = next(each for each in older if each.subject == other.id)
    assert of_army.also == ()
    assert (
        of_old.says == "“11 people” is an older count, which a later one replaced; so is 1 number that only repeats it."
    )


def test_a_name_of_several_places_offers_those_that_are_as_likely_and_then_others_of_the_name() -> None:
    tied = tuple(
        Candidate(name="Springfield", country="US", admin1=area, lat=lat, lon=lon)
        for area, lat, lon in (("Ohio", 39.9242, -83.8088), ("Oregon", 44.0462, -123.022))
    )
    unsure = Place(name="Springfield", text="Springfield", candidates=tied)
    claims = [msgspec.structs.replace(claim(3), place=unsure)]
    question = one(table(None, claims, when=When(start=date(2031, 3, 1)), place=unsure), "unresolved place")
    assert question.sentence == "Which Springfield is meant? Nothing in the reports tells 2 places apart."
    labels = [card.label for card in question.cards]
    assert labels[:2] == ["Springfield, Ohio, United States", "Springfield, Oregon, United States"]
    assert labels[2] == "Springfield, Missouri, United States"
    assert len(labels) == len(set(labels)) == len(question.candidates) == 9
    meant = next(each for each in question.answers if each.action == "accept" and each.card == 2)
    assert meant.change is not None
    assert (meant.change["place"]["admin1"], meant.change["place"]["candidates"]) == ("Missouri", [])


def test_places_of_one_name_and_one_area_are_told_apart_by_their_points() -> None:
    tied = tuple(Candidate(name="Orlin", country="UA", admin1="Dunmar", lat=lat, lon=2.0) for lat in (1.0, 9.0))
    unsure = Place(name="Orlin", text="Orlin", candidates=tied)
    claims = [msgspec.structs.replace(claim(3), place=unsure)]
    question = one(table(None, claims, when=When(start=date(2031, 3, 1)), place=unsure), "unresolved place")
    assert [card.label for card in question.cards] == [
        "Orlin, Dunmar, Ukraine (1.00, 2.00)", "Orlin, Dunmar, Ukraine (9.00, 2.00)",
    ]  # fmt: skip


def test_a_village_chosen_for_its_size_alone_is_asked_about_until_somebody_confirms_it() -> None:
    near, far = (
        Candidate(name="Orlin", country="UA", admin1=area, lat=lat, lon=2.0)
        for area, lat in (("Dunmar", 1.0), ("Vesna", 9.0))
    )
    orlin = Place(name="Orlin", text="Orlin", lat=1.0, lon=2.0, precision=1, candidates=(near, far))
    claims = [msgspec.structs.replace(claim(3), place=orlin)]
    question = one(table(None, claims, when=When(start=date(2031, 3, 1)), place=orlin), "doubtful place")
    assert question.sentence == "Which Orlin is meant? The record has the largest of 2 places of this name."
    assert [card.label for card in question.cards] == ["Orlin, Dunmar, Ukraine", "Orlin, Vesna, Ukraine"]
    other = next(each for each in question.answers if each.action == "accept" and each.card == 1)
    assert other.change is not None
    assert (other.change["place"]["lat"], other.change["place"]["candidates"]) == (9.0, [])
    assert is_open(question, Answered())
    assert not is_open(question, Answered(fields={claims[0].id: frozenset({"place"})}))
