// Words of a report marked in a page, with mouse or keys: what stands in an element with data-markable. They become a
// claim, or fill a field that has data-words. Offsets are Unicode code points, as everywhere in Tollbook; a browser
// counts UTF-16 code units.
"use strict";

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const wordsIn = new WeakMap();
let marked = null;
// The field that waits for words, and where the keys stood last in the text.
let waiting = null;
let lastPlace = null;

/** How many code units stand in an element before a point of the document. */
function unitsBefore(home, node, offset) {
  const range = document.createRange();
  range.setStart(home, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

/** The point of the document so many code units into an element. */
function pointAt(home, unit) {
  const walker = document.createTreeWalker(home, NodeFilter.SHOW_TEXT);
  let left = unit;
  let node = walker.nextNode();
  while (node && left > node.length) {
    left -= node.length;
    node = walker.nextNode();
  }
  return node ? [node, left] : [home, 0];
}

/** The words of an element as [start, end], in code units; whatever script they are in. */
function words(home) {
  const text = home.textContent;
  const known = wordsIn.get(home);
  if (known && known.text === text) return known.found;
  const found = [];
  for (const part of new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)) {
    if (part.isWordLike) found.push([part.index, part.index + part.segment.length]);
  }
  wordsIn.set(home, { text, found });
  return found;
}

/** The selection as it lies in a markable element: its home, and anchor and focus in code units; null elsewhere. */
function selected() {
  const selection = document.getSelection();
  if (!selection || selection.rangeCount === 0) return null;
  const from = selection.anchorNode;
  const home = (from instanceof Element ? from : from?.parentElement)?.closest("[data-markable]");
  if (!home || !home.contains(selection.focusNode)) return null;
  return {
    home,
    anchor: unitsBefore(home, selection.anchorNode, selection.anchorOffset),
    focus: unitsBefore(home, selection.focusNode, selection.focusOffset),
  };
}

/** The marked words as {home, start, end, words}: no white space around them, no letter parted from its marks. */
function markedWords() {
  const found = selected();
  if (!found || found.anchor === found.focus) return null;
  const text = found.home.textContent;
  const letters = [...text];
  let start = [...text.slice(0, Math.min(found.anchor, found.focus))].length;
  let end = [...text.slice(0, Math.max(found.anchor, found.focus))].length;
  const joined = (letter) => letter !== undefined && /[\p{M}\u200d]/u.test(letter);
  while (start > 0 && joined(letters[start])) start -= 1;
  while (end < letters.length && joined(letters[end])) end += 1;
  while (start < end && /\s/u.test(letters[start])) start += 1;
  while (start < end && /\s/u.test(letters[end - 1])) end -= 1;
  return start < end ? { home: found.home, start, end, words: letters.slice(start, end).join("") } : null;
}

/** Tell the page what is marked. A browser tells of a selection a moment later, and the next key may come before. */
function tell() {
  const found = markedWords();
  // Going to a field loses the selection, not what was marked.
  if (found) marked = found;
  document.dispatchEvent(new CustomEvent("tollbook:marked", { detail: found }));
}

document.addEventListener("selectionchange", tell);

// A browser drags words that are marked already; here pressing the mouse always begins to mark anew. And Chromium, where
// the mouse is pressed at a fraction of a pixel, may mark nothing while it is moved; so what is marked is set here.
let pressed = null;

function caretAt(x, y) {
  if (document.caretPositionFromPoint) {
    const found = document.caretPositionFromPoint(x, y);
    return found && [found.offsetNode, found.offset];
  }
  const found = document.caretRangeFromPoint(x, y);
  return found && [found.startContainer, found.startOffset];
}

document.addEventListener("mousedown", (event) => {
  pressed = null;
  if (event.button !== 0 || event.shiftKey || !(event.target instanceof Element)) return;
  const home = event.target.closest("[data-markable]");
  if (!home) return;
  document.getSelection()?.removeAllRanges();
  if (event.detail === 1) pressed = { home, x: event.clientX, y: event.clientY, caret: caretAt(event.clientX, event.clientY) };
});

function draws(event) {
  if (!pressed?.caret || !(event.buttons & 1 || event.type === "mouseup")) return;
  // Less than four pixels is a click of a hand that is not quite still.
  if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < 4) return;
  const caret = caretAt(event.clientX, event.clientY);
  if (caret && pressed.home.contains(caret[0])) document.getSelection()?.setBaseAndExtent(...pressed.caret, ...caret);
}

document.addEventListener("mousemove", draws);
document.addEventListener("dragstart", (event) => {
  if (pressed) event.preventDefault();
});
document.addEventListener("mouseup", (event) => {
  draws(event);
  pressed = null;
});

function boxOf(home, [start, end]) {
  const range = document.createRange();
  range.setStart(...pointAt(home, start));
  range.setEnd(...pointAt(home, end));
  return range.getBoundingClientRect();
}

/** The word above or below another: the nearest to it on the next line that has words. */
function onNextLine(home, every, from, step) {
  const here = boxOf(home, every[from]);
  let line = null;
  let best = from;
  let least = Infinity;
  for (let at = from + step; at >= 0 && at < every.length; at += step) {
    const box = boxOf(home, every[at]);
    const beyond = step > 0 ? box.top >= here.bottom - 4 : box.bottom <= here.top + 4;
    if (!beyond) continue;
    line ??= box.top;
    if (Math.abs(box.top - line) > 8) break;
    const far = Math.abs(box.left + box.right - here.left - here.right);
    if (far < least) [best, least] = [at, far];
  }
  return best;
}

/** Mark from one word to another and keep the latter in sight. */
function markWords(home, every, from, to) {
  const backward = to < from;
  const anchor = every[from][backward ? 1 : 0];
  const focus = every[to][backward ? 0 : 1];
  document.getSelection().setBaseAndExtent(...pointAt(home, anchor), ...pointAt(home, focus));
  lastPlace = { home, from, to };
  tell();
  const box = boxOf(home, every[to]);
  const room = 90; // pixels: the line, and what lies over the foot of the window
  if (box.top < room) window.scrollBy(0, box.top - room);
  else if (box.bottom > window.innerHeight - room) window.scrollBy(0, box.bottom - window.innerHeight + room);
}

/** The words the keys stand at: those marked, else where they stood last, else the first of what has the focus. */
function keysAt(home, every, target) {
  const found = selected();
  if (found && found.home === home && found.anchor !== found.focus) {
    const [first, last] = [Math.min(found.anchor, found.focus), Math.max(found.anchor, found.focus)];
    const from = Math.max(0, every.findIndex(([, end]) => end > first));
    const after = every.findIndex(([start]) => start >= last);
    const to = Math.max(from, (after < 0 ? every.length : after) - 1);
    return found.anchor <= found.focus ? { from, to } : { from: to, to: from };
  }
  if (target === home && lastPlace?.home === home && lastPlace.to < every.length) return lastPlace;
  const begin = target === home ? 0 : unitsBefore(home, target, 0);
  const at = Math.max(0, every.findIndex(([, end]) => end > begin));
  return { from: at, to: at, fresh: true };
}

function moved(home, every, at, key) {
  if (key === "ArrowDown" || key === "ArrowUp") return onNextLine(home, every, at, key === "ArrowDown" ? 1 : -1);
  const turned = RIGHT_TO_LEFT.test(home.textContent.slice(...every[at]));
  return at + ((key === "ArrowRight") === turned ? -1 : 1);
}

/** Arrows mark the next word, with Shift also those before it; with Ctrl and Shift they move the end by a letter. */
function marksByKey(event, home) {
  if (!event.key.startsWith("Arrow") || event.altKey || event.metaKey) return false;
  if (event.ctrlKey) {
    if (!event.shiftKey || !markedWords() || !["ArrowLeft", "ArrowRight"].includes(event.key)) return false;
    document.getSelection().modify("extend", event.key === "ArrowRight" ? "right" : "left", "character");
    tell();
    return true;
  }
  const every = words(home);
  if (!every.length) return false;
  const at = keysAt(home, every, event.target);
  const to = at.fresh ? at.to : Math.min(every.length - 1, Math.max(0, moved(home, every, at.to, event.key)));
  markWords(home, every, event.shiftKey ? at.from : to, to);
  return true;
}

/** Put the marked words into a field and go there. */
function take(field) {
  if (marked) field.value = marked.words;
  field.focus();
}

document.addEventListener("focusin", (event) => {
  if (event.target.matches("[data-words]")) waiting = event.target;
});

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element && event.target.closest(".take");
  if (button) take(document.getElementById(button.dataset.for));
});

// Escape goes from a form to the words and back; Enter at marked words puts them into the field one came from.
document.addEventListener("keydown", (event) => {
  if (!(event.target instanceof Element)) return;
  const home = event.target.closest("[data-markable]");
  const field = waiting?.isConnected ? waiting : null;
  if (home && marksByKey(event, home)) event.preventDefault();
  else if (home && field && event.key === "Enter" && markedWords()) {
    event.preventDefault();
    event.stopPropagation();
    take(field);
    waiting = null;
  } else if (event.key === "Escape" && home && field) field.focus();
  else if (event.key === "Escape" && event.target.closest("[data-beside-words]")) {
    if (!event.target.matches("[data-words]")) waiting = null;
    document.querySelector("[data-markable]")?.focus();
  }
}, true);
