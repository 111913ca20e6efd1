// The report page: a claim opens beside the text, and words marked in the text become a claim or fill a field.
// Offsets are Unicode code points, as everywhere in Tollbook; a browser counts UTF-16 code units.
"use strict";

const text = document.getElementById("text");
const addHere = document.getElementById("add-here");
let marked = null;

/** How many code points stand in the text before a point of the document. */
function codePointsBefore(node, offset) {
  const range = document.createRange();
  range.setStart(text, 0);
  range.setEnd(node, offset);
  return [...range.toString()].length;
}

/** The marked words as {start, end, words}, without white space around them and never through a letter and its marks. */
function markedWords() {
  const selection = document.getSelection();
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  if (!text.contains(range.startContainer) || !text.contains(range.endContainer)) return null;
  const letters = [...text.textContent];
  let start = codePointsBefore(range.startContainer, range.startOffset);
  let end = codePointsBefore(range.endContainer, range.endOffset);
  const joined = (letter) => letter !== undefined && /[\p{M}\u200d]/u.test(letter);
  while (start > 0 && joined(letters[start])) start -= 1;
  while (end < letters.length && joined(letters[end])) end += 1;
  while (start < end && /\s/u.test(letters[start])) start += 1;
  while (start < end && /\s/u.test(letters[end - 1])) end -= 1;
  return start < end ? { start, end, words: letters.slice(start, end).join("") } : null;
}

document.addEventListener("selectionchange", () => {
  const found = markedWords();
  // Going to a field loses the selection, not what was marked.
  if (found) marked = found;
  const link = addHere.querySelector("a");
  addHere.hidden = !found || !link;
  if (found && link) link.href = `${link.dataset.here}?start=${found.start}&end=${found.end}`;
});

/** Put the record of another page of this report in place of the one beside the text; the text stays where it is. */
async function show(address, push) {
  let answer;
  try {
    answer = await fetch(address, { headers: { Accept: "text/html" } });
  } catch {
    window.location.assign(address);
    return;
  }
  const found = new DOMParser().parseFromString(await answer.text(), "text/html");
  const record = found.getElementById("record");
  if (!answer.ok || !record) {
    window.location.assign(address);
    return;
  }
  document.getElementById("record").replaceWith(document.adoptNode(record));
  if (push) history.pushState({}, "", address);
  const claim = new URL(address, window.location.href).searchParams.get("claim");
  for (const each of text.querySelectorAll("[data-claims]")) {
    const current = claim !== null && each.dataset.claims.split(" ").includes(claim);
    if (current) each.setAttribute("aria-current", "true");
    else each.removeAttribute("aria-current");
  }
  document.getElementById("record").focus({ preventScroll: false });
}

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || event.defaultPrevented) return;
  const take = event.target.closest(".take");
  if (take) {
    if (marked) document.getElementById(take.dataset.for).value = marked.words;
    document.getElementById(take.dataset.for).focus();
    return;
  }
  const claim = event.target.closest("#text [data-address]");
  // A click that ends the marking of words inside a claim does not open it.
  if (claim && !markedWords()) show(claim.dataset.address, true);
  const link = event.target.closest("#record a[data-claim], #record a[data-all], #add-here a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(link.href, true);
});

window.addEventListener("popstate", () => show(window.location.href, false));

// Marking words without a mouse: arrows move by word, with Shift they mark, plus adds.
text.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const selection = document.getSelection();
  const direction = { ArrowRight: "forward", ArrowLeft: "backward" }[event.key];
  if (direction) {
    event.preventDefault();
    if (selection.rangeCount === 0 || !text.contains(selection.anchorNode)) selection.collapse(event.target, 0);
    selection.modify(event.shiftKey ? "extend" : "move", direction, "word");
  } else if (event.key === "Enter" && event.target.dataset.address) {
    event.preventDefault();
    show(event.target.dataset.address, true);
  } else if (event.key === "+" && !addHere.hidden) {
    event.preventDefault();
    addHere.querySelector("a").click();
  }
});

// Escape in the record goes back to the text.
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target instanceof Element && event.target.closest("#record")) text.focus();
});

document.querySelector("#text [aria-current]")?.scrollIntoView({ block: "center" });

// An address that ends in the id of a claim opens it.
const named = CSS.escape(decodeURIComponent(window.location.hash.slice(1)));
if (named && text.querySelector(`[data-claims~="${named}"]`)) {
  show(`${window.location.pathname}?claim=${encodeURIComponent(window.location.hash.slice(1))}`, true);
}
