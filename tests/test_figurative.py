"""Figures of speech, labour strikes and illness make no claim; the same words in their literal sense do."""

import pytest

from tollbook.model import Report
from tollbook.readers import rules


def kinds(text: str) -> list[str]:
    return [claim.kind for claim in rules.read(Report(id="r", sha256="0", text=text)).claims]


@pytest.mark.parametrize(
    "text",
    [
        "He had a panic attack in the lift.",
        "The company is in a legal battle with the council.",
        "The minister launched a verbal attack on the council.",
        "The parties clashed in parliament over the law.",
        "The idea was shot down by the council of Velmar.",
        "The bill was killed in the senate.",
        "The company executed the plan.",
        "Officers executed a search warrant in Velmar on Monday.",
        "Teachers in Velmar began a strike over pay on Monday.",
        "Prisoners began a hunger strike on Monday.",
        "The nurses went on strike in Velmar.",
        "Police released a mug shot of the driver.",
        "The team won the penalty shootout.",
        "The striker took a shot from far out.",
        "The film was a bomb at the box office.",
        "The market has seen an explosion of new shops.",
        "The fighting spirit of the team was praised.",
        "The hackers attacked the site of the ministry.",
        "A storm hit the coast on Tuesday.",
        "The mayor of Velmar died of a heart attack on Monday.",
        "Two singers died of natural causes that week.",
        "The children are dying to see the whales.",
        "You robbed two young children of their mother.",
        "The killers have robbed us of our son.",
        "He stole her future.",
        "The candidate attacked her record on housing in Velmar.",
        "The union's attack on the council's policy was expected.",
        "The mayor fired back in a statement on Monday.",
        "Opponents in Velmar slammed the mayor for the delay.",
        "It is his latest line of attack.",
        "The duchy is combating extremism.",
        "The recession hurt thousands of families in Velmar.",
        "Police in Velmar found blasting caps in a shed.",
        "He does not know how to kill a guard.",
    ],
)
def test_figurative_words_make_no_claim(text: str) -> None:
    assert kinds(text) == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Troops clashed with rebels near Velmar.", "attack"),
        ("Rebels shot down a helicopter near Velmar.", "attack"),
        ("An air strike hit the market in Velmar on Monday.", "attack"),
        ("A teacher was killed in a strike on the market in Velmar.", "killed"),
        ("The soldiers executed the mayor of Velmar.", "killed"),
        ("An explosion in Velmar damaged a school.", "site damaged"),
        ("Two villagers died of their wounds in Velmar.", "killed"),
        ("Three prisoners died of torture in Velmar.", "killed"),
        ("The men robbed a nurse of her savings in Velmar.", "attack"),
        ("The gunmen robbed a boy of his phone in Velmar.", "attack"),
        ("Rebels attacked the record store in Velmar with grenades.", "attack"),
        ("Police fired back and killed the gunman in Velmar.", "killed"),
        ("The police hit back, killing two gunmen in Velmar.", "killed"),
        ("A falling wall hurt two families in Velmar.", "injured"),
    ],
)
def test_the_same_words_in_their_literal_sense_make_a_claim(text: str, kind: str) -> None:
    assert kind in kinds(text)
