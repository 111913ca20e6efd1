"""Which reports copy which: edited texts, reprints, merged reports, and what is no copy."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reconcile_builders import report

from bench import copies as bench
from tollbook.reconcile import compare_texts, find_copies, fingerprint
from tollbook.reconcile.copies import originals
from tollbook.reconcile.news_agencies import wire_help
from tollbook.reconcile.shared_misspellings import misspellings, unusual
from tollbook.reconcile.shared_sentences import quotations, sentences, shared

MADE = bench.groups(len(bench.OPERATIONS) * 2, seed=7)


def pairs(found):
    return {(report, of) for report, roots in originals(found).items() for of in roots}


@pytest.mark.parametrize("group", MADE, ids=lambda g: g.operation)
def test_an_edited_report_is_found_with_its_original(group):
    assert pairs(find_copies(group.reports)) == group.copies


def test_the_bench_lists_missed_copies():
    found = bench.measure(MADE)
    assert (found.recall, found.precision) == (100.0, 100.0)
    assert sum(found.missed.values()) == 0


def test_the_same_seed_makes_the_same_groups():
    assert bench.groups(3) == bench.groups(3)
    assert bench.groups(3) != bench.groups(3, seed=1)


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(MADE), st.randoms(use_true_random=False))
def test_the_order_of_reports_does_not_matter(group, chance):
    shuffled = list(group.reports)
    chance.shuffle(shuffled)
    assert find_copies(shuffled) == find_copies(group.reports)


def test_a_new_report_is_compared_with_the_others_only():
    group = next(g for g in MADE if g.operation == "paraphrase")
    *known, new = [fingerprint(r) for r in group.reports]
    added = [edge for old in known if (edge := compare_texts(new, old)) is not None]
    assert tuple(added) == find_copies(group.reports)


QUOTE = "“We have pulled nine bodies from under the roof and are still hearing voices, so nobody goes home tonight.”"
ONE = (
    f"{QUOTE} the commander of the fire brigade told a crowd of reporters in Tarnholm. Her crews had dug with spades "
    "and car jacks since the mill came down at noon, and the cranes were still stuck behind a fallen bridge."
)
OTHER = (
    f"Families were asked to keep away from the ruined mill of Tarnholm on Tuesday. {QUOTE} said Commander Petra Varr, "
    "who has led the brigade for eleven years and lives two doors from the gate where the trucks used to load."
)


def test_two_reports_of_one_press_conference_are_not_copies():
    assert find_copies([report("a", text=ONE), report("b", 6, text=OTHER)]) == ()


def test_quotations_are_not_compared_as_own_words():
    assert [ONE[start:end] for start, end in quotations(ONE)] == [QUOTE]
    assert all(QUOTE not in ONE[s.start : s.end] for s in sentences(ONE)[1:])
    assert shared(sentences(ONE), sentences(OTHER)) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The gunmen were recieved with stones by the residnets.", {"recieved", "residnets"}),
        ("The gunmen were received with stones by the residents.", set()),
        ("Mirela Osko of Velmar spoke of the Dursanites.", set()),
    ],
)
def test_misspellings(text, found):
    assert misspellings(unusual(text)) == found


@pytest.mark.parametrize(
    ("line", "agencies"),
    [
        ("Reuters contributed to this report.", {"Reuters"}),
        ("The Associated Press and AFP contributed to this story.", {"Associated Press", "Agence France-Presse"}),
        ("(With reporting by Reuters)", {"Reuters"}),
        ("The AP motorway was closed.", set()),
    ],
)
def test_agencies_that_helped(line, agencies):
    assert wire_help(f"Shells fell on the market of Velmar.\n\n{line}") == agencies


def test_a_shared_misspelling_makes_a_third_of_a_text_a_copy():
    group = next(g for g in MADE if g.operation == "cut")
    base, own = group.reports[0], group.reports[1]
    third = base.text.split("\n\n")
    mixed = own.text + "\n\n" + "\n\n".join(third[: len(third) // 3])
    plain = [report("a", text=base.text), report("b", 6, text=mixed)]
    marked = [report(r.id, r.published.day, text=r.text + " They were recieved.") for r in plain]
    assert find_copies(plain) == ()
    [edge] = find_copies(marked)
    assert "both misspell “recieved”" in edge.why


def test_each_sentence_of_a_copy_is_found_in_the_same_one_of_its_original() -> None:
    """A longer sentence with all its words in order is as similar; the same one is meant."""
    first = "Rockets hit the grain market of Velm at noon and killed nine traders."
    more = "Rockets hit the grain market of Velm at noon and killed nine traders, a doctor there said by phone later."
    one, other = sentences(first), sentences(f"{first} {more}")
    assert [(here.words, there.start, alike) for here, there, alike in shared(one, other)] == [(one[0].words, 0, 1.0)]
