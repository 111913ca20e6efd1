"""Tables of the limits in counting, independence and names: cases on either side of each. All names are invented."""

from datetime import date, timedelta

import msgspec
import pytest
from reconcile_builders import COUNTS, claim, group, incident, number, person, report

from tollbook import reconcile
from tollbook.model import Count, People, When
from tollbook.reconcile import Copy, with_rulings
from tollbook.reconcile.copies import compare_texts, fingerprint
from tollbook.reconcile.explain import explain
from tollbook.reconcile.grading import Support, grade
from tollbook.reconcile.independence import is_rounding, repeats, says_number_of
from tollbook.reconcile.name_matching import (
    full_key,
    is_acronym_of,
    is_part_of,
    is_surname_of,
    merge_by_wording,
    name_words,
    same_person,
    same_word,
)
from tollbook.reconcile.news_agencies import wire_credit, wire_help
from tollbook.reconcile.person_mentions import describes_persons, victim_mentions
from tollbook.reconcile.persons import distinct_persons, persons
from tollbook.reconcile.rules import RULES, SourceBounds, read
from tollbook.reconcile.shared_sentences import sentences, shared
from tollbook.reconcile.source_counts import (
    SourceCount,
    exact_counts,
    is_less_exact,
    later,
    less_exact_counts,
    preferred,
    source_counts,
    superseded_counts,
)
from tollbook.record import Figure, Perpetrator

DAY = date(2021, 10, 5)


def counted(words: str | int, day: int | None = 5, *, firm: bool = True, **fields) -> SourceCount:
    made = claim(words, **fields)
    published = None if day is None else date(2021, 10, day)
    return SourceCount(count=made.count, claims=(made,), published=published, firm=firm)


@pytest.mark.parametrize(
    ("words", "reach", "value"),
    [
        ("17", (17, 17), 17), ("at least 40", (40, float("inf")), 40), ("up to 30", (0, 30), 30),
        ("40 to 50", (40, 50), 40), ("about 40", (32, 48), 40), ("dozens", (24, float("inf")), 24),
        ("no one", (0, 0), 0),
    ],
)  # fmt: skip
def test_the_reach_and_value_of_a_count(words, reach, value):
    assert counted(words).reach == pytest.approx(reach)
    assert counted(words).value == value


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("dozens", "28", True), ("28", "dozens", False), ("17", "17", False), ("40 to 50", "40", True),
        ("40 to 50", "50", True), ("40 to 50", "51", False), ("40 to 50", "39", False),
        ("at least 40", "40 to 50", True),
    ],
)  # fmt: skip
def test_a_wider_count_is_less_exact(one, other, expected):
    assert is_less_exact(counted(one), counted(other)) is expected


def told_on(words: str | int, published: int | None, day: int | None) -> SourceCount:
    when = None if day is None else When(start=date(2021, 10, day), precision="day", basis="stated")
    return counted(words, published, when=when)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((6, None), (5, None), True), ((5, None), (6, None), False), ((5, None), (5, None), False),
        ((None, None), (5, None), False), ((5, None), (None, None), False), ((5, 4), (5, 3), True),
        ((5, 3), (5, 3), False), ((5, 3), (5, 4), False), ((5, 4), (5, None), False), ((5, None), (5, 4), False),
    ],
)  # fmt: skip
def test_which_count_is_later(one, other, expected):
    assert later(told_on(17, *one), told_on(18, *other)) is expected


def test_later_counts_supersede_earlier_ones():
    old, new = counted(17, 5), counted(18, 6)
    assert superseded_counts([old, new]) == [old]
    assert superseded_counts([counted(28, 5), counted("dozens", 6)]) == []
    assert superseded_counts([old, counted(18, 6, firm=False)]) == []
    assert superseded_counts([counted(17, 5, firm=False), counted(18, 6, firm=False)]) == [counted(17, 5, firm=False)]


@pytest.mark.parametrize(
    ("words", "exact", "less"),
    [
        ((17, 18), [17, 18], []), ((17, 8), [17], []), ((18, 9), [18, 9], []), ((40, "about 40"), [40], [40]),
        ((5, "at least 40"), [40], []), ((5, "up to 30"), [30], []), ((28, "dozens"), [28], []),
        ((45, "40 to 50"), [45], [40]),
    ],
)  # fmt: skip
def test_exact_and_less_exact_counts_of_one_report(words, exact, less):
    counts = [counted(w) for w in words]
    assert [c.value for c in exact_counts(counts)] == exact
    assert [c.value for c in less_exact_counts(counts)] == less


def test_half_as_many_in_another_report_are_no_part():
    assert [c.value for c in exact_counts([counted(17), counted(3, in_="b")])] == [17, 3]


def test_the_preferred_count():
    assert preferred([counted(17), counted(18), counted(17, start=9)]).value == 17
    assert preferred([counted(17, 5), counted(18, 6)]).value == 18
    assert preferred([counted(18, start=0), counted(17, start=9)]).value == 18
    assert preferred([counted("dozens", 6), counted(3, 5)]).value == 3
    assert preferred([counted(60, 6, firm=False), counted(3, 5)]).value == 3


def people(status: str, words: str = "people") -> People:
    return People(text=words, status=status)


@pytest.mark.parametrize(
    ("claims", "values"),
    [
        ([claim(3, people=people("combatant")), claim(4, people=people("civilian"), start=9)], [7]),
        ([claim(3, people=people("combatant")), claim(4, people=people("combatant"), start=9)], [3, 4]),
        ([claim(3, people=people("combatant")), claim(4, start=9)], [3, 4]),
        ([claim(3, people=people("combatant")), claim(4, people=people("civilian"), start=9, stance="fears")], [3, 4]),
        ([claim(3, people=people("combatant")), claim(4, people=people("civilian"), in_="b")], [3, 4]),
        ([claim(3), claim(4, start=9, additional=True)], [7]),
        ([claim(3, stance="fears"), claim(4, start=9, additional=True)], [3, 4]),
        ([claim(4, additional=True)], [4]),
        ([claim("unknown"), claim(4, start=9)], [4]),
        ([claim("no one", people=people("police")), claim(4, start=9)], [4]),
        ([claim("no one", people=people("unknown")), claim(4, start=9)], [0, 4]),
        ([claim("no one")], [0]),
    ],
)
def test_the_counts_of_a_source(claims, values):
    assert [c.value for c in source_counts(claims, {})] == values


def test_a_sum_has_only_the_bounds_that_all_parts_have():
    (total,) = source_counts([claim("at least 40"), claim(3, start=9, additional=True)], {"a": report("a")})
    assert (total.count.low, total.count.best, total.count.high, total.count.qualifier) == (43, 43, None, "between")
    assert total.published == DAY


@pytest.mark.parametrize(
    ("rough", "exact", "expected"),
    [
        (1200, 1207, True), (1200, 1250, True), (1200, 1251, False), (1200, 1150, True), (1200, 1149, False),
        (100, 104, True), (90, 91, False), (110, 112, False), (2000, 2499, True), (2000, 2501, False), (None, 7, False),
        (1200, None, False), (1210, 1207, False),
    ],
)  # fmt: skip
def test_a_round_number_of_a_hundred_and_more_may_be_another_one_rounded(rough, exact, expected):
    assert is_rounding(rough, exact) is expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (claim(17), claim(17), True), (claim(17), claim(18), False), (claim(17), claim(17, "injured"), False),
        (claim(17), claim(None), False), (claim(1200), claim(1207), True), (claim(1207), claim(1200), False),
        (person("a man"), person("a boy"), False), (claim(1), person("a boy"), False),
        (claim("at least 40"), claim("40"), False), (claim(40), claim("at least 40"), True),
        (claim(40), claim("more than 40"), False),
        (claim(3, scope="part", people=People(text="three women")), claim(3, scope="part", people=People(text="three "
         "children")), False),
        (claim(3, scope="part", people=People(text="three children")), claim(3, scope="part", people=People(text="3 "
         "small children")), True),
        (claim(3, people=People(text="three miners")), claim(3, people=People(text="three men")), True),
    ],
)  # fmt: skip
def test_which_figure_repeats_another(one, other, expected):
    assert repeats(one, other) is expected


@pytest.mark.parametrize(
    ("headline", "said", "expected"),
    [
        (claim(40), claim("more than 40"), True), (claim(40), claim("about 40"), True),
        (claim("at least 40"), claim(40), True), (claim("more than 40"), claim("at least 40"), True),
        (claim("up to 30"), claim(30), True), (claim(40), claim(41), False), (claim("more than 40"), claim(41), False),
        (claim(40), claim("40 to 50"), False), (claim("dozens"), claim("dozens"), False),
        (claim(24), claim("dozens"), False),
        (claim(17), claim(17, "injured"), False), (claim(17), claim(17, stance="denies"), False),
        (claim(None), claim(17), False), (person("a man"), person("a boy"), False),
    ],
)  # fmt: skip
def test_which_claim_says_the_number_of_another_one_of_its_report(headline, said, expected):
    assert says_number_of(headline, said) is expected
    assert says_number_of(said, headline) is expected


def bare(names: tuple[str, ...], count: Count | None, text: str = "people"):
    return msgspec.structs.replace(claim(1), count=count, people=People(text=text, names=names))


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (bare((), Count(low=1, best=1, high=1)), True), (bare((), Count(low=1, best=1, high=1, text="one")), False),
        (bare(("Ana", "Oren"), number(2)), True), (bare(("Ana", "Oren", "Lena"), number(2)), True),
        (bare(("Ana",), number(2)), False), (bare(("Ana",), None), False), (bare((), number(0)), False),
        (bare(("Ana",), COUNTS["about 40"]), False), (bare((), Count(low=2, best=2, high=2)), False),
        (msgspec.structs.replace(claim(1), people=None), False),
    ],
)  # fmt: skip
def test_which_claims_describe_persons(made, expected):
    assert describes_persons(made) is expected


def distinct(*claims, effect: str = "killed", texts: dict[str, str] | None = None) -> int:
    reports = {name: report(name, text=text) for name, text in (texts or {}).items()}
    return len(distinct_persons(persons(victim_mentions(claims)), effect, reports))


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        ([person("a man"), person("a boy", in_="b")], 1),
        ([person("a man", sex="male"), person("a woman", sex="female", in_="b")], 2),
        ([person("Ana Brod", named="Ana Brod"), person("Lena Brod", named="Lena Brod", in_="b")], 2),
        ([person("Ana Brod", named="Ana Brod"), person("Anna Brod", named="Anna Brod", in_="b")], 1),
        ([person("Ana Brod", named="Ana Brod"), person("Brod", named="Brod", in_="b")], 1),
        ([person("a man", age=30), person("a man", age=31, start=50)], 1),
        ([person("a man", age=30), person("a man", age=32, start=50)], 2),
        ([person("a man", age=30), person("a man", age=40, in_="b")], 1),
        ([person("a man"), person("another man", start=50)], 1),
        ([person("he"), person("the victim", start=50)], 1),
        ([person("Ana Brod", named="Ana Brod"), person("the victim", start=50, sex="male")], 1),
        ([person("a man", "injured"), person("a man", in_="b")], 1),
    ],
)
def test_how_many_persons_there_must_be(claims, expected):
    assert distinct(*claims) == expected


def test_a_person_who_died_is_not_injured_and_one_who_was_arrested_is():
    shot, died = person("Ana Brod", "injured", named="Ana Brod"), person("Ana Brod", named="Ana Brod", in_="b")
    assert (distinct(shot, died), distinct(shot, died, effect="injured")) == (1, 0)
    held = person("Ana Brod", "captured", named="Ana Brod", in_="b")
    assert (distinct(shot, held, effect="injured"), distinct(shot, held, effect="captured")) == (1, 1)


def test_two_phrases_of_one_sentence_are_two_persons():
    both = person("a man", start=0), person("a boy", start=20)
    assert distinct(*both, texts={"a": "A man diedx and so didxa boy, police said."}) == 2
    assert distinct(*both, texts={"a": "A man diedx. And so dida boy, police said."}) == 1
    assert distinct(person("a man"), person("the boy", start=20), texts={"a": "A man diedx and so didxthe boy."}) == 1


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Ilyas Tarkhan", "Ilias Tarhan", True), ("I. Tarkhan", "Ilyas Tarkhan", True),
        ("Ilyas Omar Tarkhan", "Ilyas Tarkhan", True), ("Ilyas Omar Tarkhan", "Omar Tarkhan", False),
        ("Ilyas Omar Tarkhan", "Ilyas Zaki Tarkhan", False), ("Jan Brod", "Jana Brod", False),
        ("Michael Brod", "Michelle Brod", False), ("Maria Brod", "Mario Brod", False), ("Brod", "Brod", True),
        ("Brod", "Ana Brod", False), ("Brod, Ana", "Ana Brod", True), ("Marlena Brod", "Marelna Brod", True),
        ("Nial Brod", "Nila Brod", False), ("General Ana Brod", "Ana Brod", True), ("Ana Brod", "Ana Korven", False),
    ],
)  # fmt: skip
def test_which_full_names_are_one_person(one, other, expected):
    assert same_person(one, other) is same_person(other, one) is expected


def test_parts_of_names():
    assert same_word("a", "ana")
    assert not same_word("b", "ana")
    assert is_surname_of("Brod", "Ana Brod")
    assert not is_surname_of("Ana", "Ana Brod")
    assert not is_surname_of("B", "Ana Brod")
    assert not is_surname_of("Zaki", "Abu Zaki")
    assert is_part_of("Ana", "Ana Brod")
    assert not is_part_of("A", "Ana Brod")
    assert is_acronym_of("HCR", "Harbour Crisis Register")
    assert not is_acronym_of("HC", "Harbour Crisis")
    assert not is_acronym_of("Hcr", "Harbour Crisis Register")
    assert name_words("Ana Brod, 31") == ("ana", "brod")
    assert full_key("The Channel 4") == "channel 4"


def test_wordings_of_one_kind_are_merged_into_the_fullest():
    items = [("the hospital", "hospital", 1), ("the children's hospital", "hospital", 2), ("the hospital", "school", 3)]
    assert merge_by_wording(items) == [("the children's hospital", [2, 1]), ("the hospital", [3])]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x" * 190 + " (AP) – Three died.", "Associated Press"), ("x" * 200 + " (AP) – Three died." + "x" * 99, None),
        ("Three died.\n" + "Reuters", "Reuters"), ("Three died. – AFP", "Agence France-Presse"),
        ("Three died. Reuters", None), ("(Reuters) was told.", "Reuters"), ("Reuters was told.", None),
    ],
)  # fmt: skip
def test_which_agency_a_text_is_credited_to(text, expected):
    assert wire_credit(text) == expected


def test_which_agencies_contributed():
    assert wire_help("Three died. Reuters contributed to this report.") == {"Reuters"}
    assert wire_help("Three died, with reporting by the AP.") == {"Associated Press"}
    assert wire_help("Reuters contributed to this report. " + "x" * 300) == set()
    assert wire_help("(AP) Three died.") == {"Associated Press"}


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("range", (3, 9, 20)), ("ucdp", (3, 9, 20)), ("acled", (3, 3, 3)), ("ibc", (3, None, 20)),
        ("most-informative", (9, 9, 20)), ("most-conservative", (3, 3, 9)), ("most-representative", (9, 9, 9)),
    ],
)  # fmt: skip
def test_figures_of_four_sources_by_rule(rule, expected):
    sources = [SourceBounds(3, 3, None), SourceBounds(9, 9, 9), SourceBounds(9, 9, 9), SourceBounds(None, None, 20)]
    assert RULES[rule](sources) == expected


@pytest.mark.parametrize(
    ("sources", "best"),
    [
        ([SourceBounds(n, n, n) for n in (3, 5, 9)], 5), ([SourceBounds(n, n, n) for n in (3, 5, 9, 11)], 5),
        ([SourceBounds(n, n, n) for n in (3, 3, 9)], 3),
        ([SourceBounds(3, 3, 3, reports=2), SourceBounds(9, 9, 9)], 3),
        ([SourceBounds(3, 3, 3, day=DAY), SourceBounds(9, 9, 9, day=DAY - timedelta(days=1))], 3),
        ([SourceBounds(3, 3, 3), SourceBounds(9, 9, 9, firm=False)], 3),
        ([SourceBounds(9, 9, 9, firm=False)], 9),
    ],
)  # fmt: skip
def test_the_best_value_of_the_default_rule(sources, best):
    assert RULES["range"](sources).best == best


@pytest.mark.parametrize(
    ("text", "expected"),
    [("tens", 10), ("dozens", 12), ("Hundreds of people", 100), ("dozens of hundreds", 24), ("several", 24)],
)
def test_acled_reads_vague_words(text, expected):
    count = Count(low=24, qualifier="vague", text=text)
    assert read(count, "acled").low == expected
    assert read(count, "range") is count


WORDS = [f"w{letter}{n}" for letter in "abcdefgh" for n in range(10)]


def similarity(one: int, changed: int) -> int:
    """How many sentences of so many words are shared when some words of one are others."""
    mine, theirs = WORDS[:one], [f"z{n}" for n in range(changed)] + WORDS[changed:one]
    return len(shared(sentences(" ".join(mine) + "."), sentences(" ".join(theirs) + ".")))


@pytest.mark.parametrize(("words", "changed", "expected"), [(20, 6, 1), (20, 7, 0), (7, 0, 1), (6, 0, 0)])
def test_sentences_are_shared_if_seven_words_in_ten_are_the_same(words, changed, expected):
    assert similarity(words, changed) == expected


@pytest.mark.parametrize(("days", "expected"), [(7, True), (8, False), (None, True)])
def test_a_reprint_appears_within_a_week(days, expected):
    text = " ".join(WORDS[:40]) + ". " + " ".join(WORDS[40:]) + "."
    original = report("a", 5, text=text)
    day = None if days is None else 5 + days
    assert (compare_texts(fingerprint(original), fingerprint(report("b", day, text=text))) is not None) is expected


@pytest.mark.parametrize(("own", "expected"), [(19, False), (20, True)])
def test_a_copy_shares_at_least_twenty_words(own, expected):
    one, other = (fingerprint(report(name, text=" ".join(WORDS[:own]) + ".")) for name in "ab")
    sharing = [msgspec.structs.replace(each, runs=frozenset({1, 2})) for each in (one, other)]
    assert (compare_texts(*sharing) is not None) is expected
    assert compare_texts(*(msgspec.structs.replace(each, runs=frozenset({1})) for each in (one, other))) is None


def graded(sources: int, *people: tuple[str, str], rule: str = "range", denied: bool = False, unnamed: str = ""):
    perpetrators = [
        Perpetrator(name=name, kind="individual" if name in unnamed else "organisation", confidence=sure)
        for name, sure in people
    ]
    made = grade(rule, {"killed": Figure(independent_sources=sources)}, Support(perpetrators, denied))
    return made and (made.value, made.why)


def test_grades():
    support = "The best supported figure has 2 independent sources."
    assert graded(1, rule="ibc") == ("provisional", "The best supported figure has 1 independent source.")
    assert graded(2, rule="ibc") == ("documented", support)
    assert graded(2) == ("fair", support)
    assert graded(1) == ("weak", "The best supported figure has 1 independent source.")
    assert graded(2, denied=True) == ("fair", support[:-1] + ", and there is a denial.")
    assert graded(1, ("the army", "admitted"))[0] == "confirmed"
    assert graded(2, ("the army", "accused"))[0] == "fair"
    assert graded(2, ("the army", "accused"), ("a gang", "suspected"))[0] == "contested"
    assert graded(2, ("the army", "claimed"), ("a gang", "claimed"))[0] == "contested"
    assert graded(2, ("the army", "accused"), ("gunmen", "accused"), unnamed="gunmen")[0] == "fair"
    assert graded(2, ("masked men", "accused"), ("gunmen", "accused"), unnamed="masked men, gunmen")[0] == "fair"
    assert graded(2, ("the army", "unknown"), ("a gang", "unknown"))[0] == "fair"
    assert grade("range", {}, Support()) is None


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((17, 17), "agreed"), ((17, 18), "contested"), ((17, "at least 3"), "range"), ((17,), "single source"),
        (("about 40", 48), "range"), (("about 40", 49), "contested"), (("40 to 50", 50), "range"),
        (("40 to 50", 51), "contested"), (("dozens", 28), "range"),
    ],
)  # fmt: skip
def test_the_status_of_a_figure(words, expected):
    count = {"at least 3": Count(low=3, best=3, qualifier="at least", text="at least 3")}
    claims = [
        claim(3 if w in count else w, by=f"{n} Brod", in_=n) for n, w in zip(("Ana", "Oren"), words, strict=False)
    ]
    claims = [msgspec.structs.replace(c, count=count.get(w, c.count)) for c, w in zip(claims, words, strict=True)]
    assert incident(*claims).figures["killed"].status == expected


def test_the_explanation_of_parts_and_of_many_claims():
    known = {"a": report("a")}
    one = group(*(claim(17, by="Ana Brod", start=n * 20) for n in range(3)), claim("unknown", "injured", start=90))
    (found,) = explain(reconcile.incident(one, known), one, known)
    assert "Low, best value and high: 17, given by Ana Brod (“…”, Outlet a, 5 October 2021; +2)." in found.text
    assert "not known" not in found.text
    assert found.sentences[0].text == "The number of people killed is 17."


def test_sources_are_those_with_most_claims_first():
    claims = [claim(17, by="Oren Pasko"), claim(3, by="Ana Brod", start=20), claim(18, by="Oren Pasko", in_="b")]
    found = reconcile.sources(group(*claims), {n: report(n) for n in "ab"})
    assert [each.name for each in found.groups] == ["Oren Pasko", "Ana Brod"]


def test_decisions_on_copies_in_either_order():
    made = with_rulings([Copy(report="b", of="a", why="found")], [("b", "a"), ("d", "c")], [("a", "b")])
    assert [(c.report, c.of, c.ruling) for c in made] == [("b", "a", "independent"), ("d", "c", "one source")]
