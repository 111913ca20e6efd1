import msgspec
import pytest
from reconcile_builders import claim, group, incident, report

from tollbook import reconcile
from tollbook.model import Speaker
from tollbook.readers import rules
from tollbook.reconcile.copies import originals
from tollbook.reconcile.independence import is_rounding, source_ids
from tollbook.reconcile.name_matching import institution, is_acronym_of, name_words, same_person
from tollbook.reconcile.news_agencies import wire_credit


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Sergiy Dovran", "Sergei Dovran", True),
        ("deputy mayor Sergiy Dovran", "Sergei Dovran", True),
        ("Ilyas Tarkhan", "Ilias Tarhan", True),
        ("Petro Zelinsky", "Petro Zelinskiy", True),
        ("Oren J. Pasko", "Oren Pasko", True),
        ("O. Pasko", "Oren Pasko", True),
        ("18-year-old Kodi Marrow", "Kodi Marrow", True),
        ("Maria Pasko", "Mario Pasko", False),
        ("Joan Pasko", "John Pasko", False),
        ("Oren Pasko", "Lena Pasko", False),
        ("Northern Press Agency", "Northern News Agency", False),
        ("Ahmed", "Ahmed Varr", False),
        ("Сергій Довран", "Sergii Dovran", True),
    ],
)
def test_two_spellings_of_one_name(one, other, same):
    assert same_person(one, other) is same
    assert same_person(other, one) is same


def test_titles_articles_and_ages_are_not_part_of_a_name():
    assert name_words("the Deputy Mayor, Dr. Ana Brod, 41") == ("ana", "brod")


def test_bodies_and_acronyms():
    assert institution("the Dursan police") == "dursan police"
    assert institution("Captain Mirela Osk") is None
    assert institution("police officials") is None
    assert is_acronym_of("KOHR", "the Kestrian Observatory for Human Rights")
    assert not is_acronym_of("KPA", "Kestrian Observatory")


def origin_of(*claims, reports=None, copies=()):
    known = {r.id: r for r in reports or [report(c.report) for c in claims]}
    found = source_ids(claims, known, copies)
    return [found[c.id] for c in claims]


@pytest.mark.parametrize(
    ("one", "other", "sources"),
    [
        ("Ilyas Tarkhan", "Ilias Tarhan", 1),
        ("deputy mayor Sergiy Dovran", "Sergei Dovran", 1),
        ("Dovran", "Sergei Dovran", 1),
        ("police", "the police", 1),
        ("police", "Dursan police", 1),
        ("Dursan police", "Velmar police", 2),
        ("a resident", "a resident", 2),
        ("witnesses", "witnesses", 2),
        ("Ana Brod", "Oren Pasko", 2),
        ("KOHR", "the Kestrian Observatory for Human Rights", 1),
        (None, None, 2),
        ("Ana Brod", None, 1),
        ("state media", "the official Tasfa news agency", 1),
        ("state television", "the state news agency Tasfa", 1),
        ("state media", "the Tasfa news agency", 2),
        ("local media", "the official Tasfa news agency", 2),
        ("Kestrian state media", "the official Tasfa news agency", 2),
    ],
)
def test_claims_of_one_informant_are_one_source(one, other, sources):
    assert len(set(origin_of(claim(17, by=one), claim(17, by=other, in_="b")))) == sources


def test_a_bare_surname_of_two_people_joins_neither():
    claims = claim(1, by="Ana Dovran"), claim(2, by="Sergei Dovran", in_="b"), claim(3, by="Dovran", in_="c")
    assert len(set(origin_of(*claims))) == 3


def test_a_role_joins_the_one_person_who_has_it():
    named = claim(17, by="Ilyas Tarkhan", role="deputy mayor")
    assert len(set(origin_of(named, claim(18, by="the deputy mayor of Velmar", in_="b")))) == 1


def test_the_original_informant_counts_however_long_the_chain():
    first = claim(17, by="Ilyas Tarkhan")
    chain = (Speaker(name="Ilias Tarhan"), Speaker(name="Meridian Wire"), Speaker(name="Outlet b", role="outlet"))
    second = msgspec.structs.replace(claim(18, in_="b"), speakers=chain)
    assert len(set(origin_of(first, second))) == 1


def test_an_outlet_of_its_own_figure_is_a_source():
    assert len(set(origin_of(claim(17, by="Ana Brod"), claim(18, in_="b")))) == 2


@pytest.mark.parametrize(
    ("headline", "said", "sources"),
    [
        (17, 17, 1),
        (40, "more than 40", 1),
        (40, "about 40", 1),
        ("at least 12", 12, 1),
        (17, 18, 2),
        (41, "more than 40", 2),
    ],
)
def test_a_headline_has_its_number_from_the_informant_below_it(headline, said, sources):
    above, below = claim(headline), claim(said, by="police", start=90)
    assert len(set(origin_of(above, below))) == sources
    assert incident(above, below).figures["killed"].independent_sources == sources


def test_a_headline_has_its_number_from_its_own_report_first():
    """Whoever says the same in another report may give another number later, which a headline does not replace."""
    earlier, later = claim(17, by="Ana Brod"), claim(20, by="Ana Brod", in_="b")
    headline, said = claim(17, in_="c"), claim(17, by="the mayor", in_="c", start=90)
    reports = [report("a", 5), report("b", 6), report("c", 7)]
    brod, _, above, below = origin_of(earlier, later, headline, said, reports=reports)
    assert above == below != brod
    figure = incident(earlier, later, headline, said, reports=reports).figures["killed"]
    assert (figure.low, figure.high, figure.independent_sources) == (17, 20, 2)


def test_another_outlet_does_not_have_a_rough_number_from_an_informant():
    assert len(set(origin_of(claim(40, in_="b"), claim("more than 40", by="police")))) == 2


@pytest.mark.parametrize(
    "body", ["More than 40 people were killed, police said.", "Police said about 40 people were killed."]
)
def test_a_headline_that_is_read_is_no_second_source(body):
    text = f"40 killed in Velmar blast\n\nA bomb exploded at the market in Velmar on Tuesday. {body}\n"
    frozen = report("a", text=text, outlet="Valley Post")
    claims = [c for c in rules.read(frozen).claims if c.kind == "killed"]
    assert [c.speakers[0].name for c in claims] == ["Valley Post", "police"]
    one, known = group(*claims), {"a": frozen}
    made = reconcile.incident(one, known)
    assert made.figures["killed"].independent_sources == 1
    (killed,) = reconcile.explain(made, one, known)
    assert (
        "Valley Post gives the figure of police, whom it names, in its own words too, as in a headline, so both count "
        "as one source." in killed.text
    )


@pytest.mark.parametrize(("one", "other"), [("Channel 4", "Channel 5"), (None, None)])
def test_outlets_that_differ_by_a_figure_and_reports_without_an_outlet_are_apart(one, other):
    """Two reports without an outlet may be from two outlets, so they are two sources."""
    bare = [msgspec.structs.replace(claim(3, in_=name), speakers=(Speaker(name=None, role="outlet"),)) for name in "12"]
    reports = {
        "1": msgspec.structs.replace(report("1"), outlet=one),
        "2": msgspec.structs.replace(report("2"), outlet=other),
    }
    assert len(set(source_ids(bare, reports).values())) == 2


def test_an_outlet_quoted_by_another_is_one_source():
    reports = [report("a", outlet="The Harbour Daily"), report("b")]
    assert len(set(origin_of(claim(17), claim(17, by="Harbour Daily", in_="b"), reports=reports))) == 1


def test_a_copied_text_is_the_source_it_copies():
    copies = [reconcile.Copy(report="b", of="a", why="copied"), reconcile.Copy(report="c", of="b", why="copied")]
    claims = claim(17), claim(18, in_="b"), claim(18, in_="c")
    assert len(set(origin_of(*claims, copies=copies))) == 1
    assert len(set(origin_of(*claims))) == 3
    assert incident(*claims, copies=copies).figures["killed"].independent_sources == 1


def test_agency_copy_has_the_agency_as_source():
    texts = ["DURSAN (AP) — Nine people were hurt.", "Nine people were hurt.\n\n— Associated Press"]
    reports = [report("a", text=texts[0]), report("b", text=texts[1])]
    assert set(origin_of(claim(9), claim(9, in_="b"), reports=reports)) == {"associated press"}


@pytest.mark.parametrize(
    ("text", "agency"),
    [
        ("VELMAR (Reuters) - Shells fell.", "Reuters"),
        ("Shells fell.\n(AFP)", "Agence France-Presse"),
        ("Shells fell on the road, Reuters reported, and a house burned down in the night.", None),
        ("The AP motorway was closed.", None),
    ],
)
def test_wire_credits(text, agency):
    assert wire_credit(text) == agency


@pytest.mark.parametrize(
    ("rough", "exact", "same"), [(1200, 1207, True), (1200, 1260, False), (20, 18, False), (1210, 1207, False)]
)
def test_rounding(rough, exact, same):
    assert is_rounding(rough, exact) is same


LEAD = (
    "Shells fell on the market of Velmar early on Tuesday and set eleven stalls on fire, the keeper of the "
    "market said. She had counted nine bodies by daybreak, among them a baker and his two apprentices, and sent the "
    "wounded to the school across the square because the road to the hospital lay under fire all night long. "
)
OWN = (
    "A market in Velmar burned down on Tuesday after it was shelled, according to its keeper, who told us that "
    "nine people had died. Wounded traders were carried into a school, since nobody could reach the hospital by road "
    "before noon. The town has been cut off for seven weeks, and flour is running out in most of its bakeries. "
)
MORE = "Our newspaper collects blankets for the families of the town at its office by the harbour every afternoon. "


def test_a_reprint_copies_the_earlier_report():
    reports = [report("late", 7, text=LEAD + MORE), report("early", 6, text=LEAD), report("own", 8, text=OWN)]
    found = reconcile.find_copies(reports)
    assert [(c.report, c.of) for c in found] == [("late", "early")]
    assert found == reconcile.find_copies(reports[::-1])


def test_part_of_a_text_under_one_agency_credit_is_a_copy():
    cut = LEAD[: len(LEAD) // 2] + OWN
    credited = [report("a", 6, text=LEAD + "\n(Reuters)"), report("b", 7, text=cut + "\n(Reuters)")]
    assert [(c.report, c.of) for c in reconcile.find_copies(credited)] == [("b", "a")]
    assert "Reuters" in reconcile.find_copies(credited)[0].why
    assert reconcile.find_copies([report("a", 6, text=LEAD), report("b", 7, text=cut)]) == ()


def test_the_same_words_weeks_apart_are_no_copy():
    apart = [report("a", 1, text=LEAD), report("b", 20, text=LEAD), report("c", None, text=OWN)]
    assert reconcile.find_copies(apart) == ()


def test_short_texts_are_never_copies():
    assert (
        reconcile.find_copies([report("a", text="Nine dead in Velmar."), report("b", text="Nine dead in Velmar.")])
        == ()
    )


def test_chains_of_copies_lead_to_their_root_and_circles_end():
    chain = [reconcile.Copy(report="c", of="b", why=""), reconcile.Copy(report="b", of="a", why="")]
    assert originals(chain) == {"c": ("a",), "b": ("a",)}
    circle = [reconcile.Copy(report="a", of="b", why=""), reconcile.Copy(report="b", of="a", why="")]
    assert set(originals(circle)) == {"a", "b"}
