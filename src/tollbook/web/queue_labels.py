"""Labels of the review queue: kinds of questions, the part of a record at risk, answers and their keys."""

from tollbook.locale.messages import message

_ACTION = {
    "accept": message("Accept"),
    "reject": message("Reject"),
    "correct": message("Correct"),
    "total": message("A total"),
    "superseded": message("Older count"),
    "other event": message("Other event"),
    "same": message("Same incident"),
    "not same": message("Different incidents"),
    "same person": message("Same person"),
    "different persons": message("Different persons"),
    "settle": message("Nothing to do"),
}
_QUESTION_KIND = {
    "admission": message("Claim of responsibility"),
    "denial": message("Denial"),
    "changed stance": message("Changed stance"),
    "held responsible": message("Held responsible"),
    "contrary decisions": message("Contrary decisions"),
    "contested figure": message("Contested figure"),
    "low confidence": message("Uncertain reading"),
    "readers disagree": message("Readers disagree"),
    "unknown number": message("Number not known"),
    "same?": message("One incident or two"),
    "one person?": message("One person or several"),
    "inferred name": message("Name from context"),
    "more names": message("More names than people"),
    "different days": message("Different days"),
    "different places": message("Different places"),
    "undated": message("No day"),
    "doubtful day": message("Day in doubt"),
    "unresolved place": message("Place not found"),
    "doubtful place": message("Place in doubt"),
}
_HARM = {
    "responsibility": message("may accuse or clear somebody wrongly"),
    "figures": message("may give a wrong number"),
    "identity": message("may mix up persons or incidents"),
    "day and place": message("may give a wrong day or place"),
}
_SHORTCUT = {
    "a": message("accept the chosen card"),
    "r": message("reject it"),
    "c": message("correct it"),
    "t": message("it is a total, not a number of this incident"),
    "p": message("it is an older count, which a later one replaced"),
    "o": message("it is about another event"),
    "l": message("look at like cases of the book"),
    "s": message("they are the same incident, or the same person"),
    "n": message("they are different incidents, or different persons"),
    "x": message("nothing to do: the question is settled"),
    "u": message("undo my last decision"),
    "j": message("next question"),
    "k": message("previous question"),
}
#: Labels by the kind of the value.
LABELS: dict[str, dict[str, str]] = {
    "action": _ACTION,
    "question_kind": _QUESTION_KIND,
    "harm": _HARM,
    "shortcut": _SHORTCUT,
}
