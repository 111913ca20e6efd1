// Selecting words of a report with the mouse or the keyboard, in an element with data-markable. The words become a claim,
// or fill a field that has data-words. Offsets are Unicode code points, as everywhere in Tollbook; a browser counts
// UTF-16 code units.
"use strict";

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const wordsIn = new WeakMap();
let marked = null;
// The field that the next selected words fill, and the words selected last by keyboard.
let targetField = null;
let lastPlace = null;

/** The number of code units in an element before a point of the document. */
function unitsBefore(element, node, offset) {
  const range = document.createRange();
  range.setStart(element, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

/** The point of the document at an offset in code units in an element. */
function pointAt(element, unit) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let left = unit;
  let node = walker.nextNode();
  while (node && left > node.length) {
    left -= node.length;
    node = walker.nextNode();
  }
  return node ? [node, left] : [element, 0];
}

/** The words of an element as [start, end] in code units, in any script. */
function words(element) {
  const text = element.textContent;
  const known = wordsIn.get(element);
  if (known && known.text === text) return known.found;
  const found = [];
  for (const part of new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)) {
    if (part.isWordLike) found.push([part.index, part.index + part.segment.length]);
  }
  wordsIn.set(element, { text, found });
  return found;
}

/** The selection in a markable element: the element, and anchor and focus in code units; null outside of one. */
function selected() {
  const selection = document.getSelection();
  if (!selection || selection.rangeCount === 0) return null;
  const from = selection.anchorNode;
  const element = (from instanceof Element ? from : from?.parentElement)?.closest("[data-markable]");
  if (!element || !element.contains(selection.focusNode)) return null;
  return {
    element,
    anchor: unitsBefore(element, selection.anchorNode, selection.anchorOffset),
    focus: unitsBefore(element, selection.focusNode, selection.focusOffset),
  };
}

/** The selected words as {element, start, end, words}, without white space around them and with whole letters. */
function markedWords() {
  const found = selected();
  if (!found || found.anchor === found.focus) return null;
  const text = found.element.textContent;
  const letters = [...text];
  let start = [...text.slice(0, Math.min(found.anchor, found.focus))].length;
  let end = [...text.slice(0, Math.max(found.anchor, found.focus))].length;
  const joined = (letter) => letter !== undefined && /[\p{M}\u200d]/u.test(letter);
  while (start > 0 && joined(letters[start])) start -= 1;
  while (end < letters.length && joined(letters[end])) end += 1;
  while (start < end && /\s/u.test(letters[start])) start += 1;
  while (start < end && /\s/u.test(letters[end - 1])) end -= 1;
  return start < end ? { element: found.element, start, end, words: letters.slice(start, end).join("") } : null;
}

/** Send the event tollbook:marked. The browser's own event comes later, possibly after the next key press. */
function announceSelection() {
  const found = markedWords();
  // A field that gets the focus clears the selection; the marked words are kept.
  if (found) marked = found;
  document.dispatchEvent(new CustomEvent("tollbook:marked", { detail: found }));
}

document.addEventListener("selectionchange", announceSelection);

// A browser drags selected words; here a mouse press always starts a new selection. Also, Chromium may select nothing when
// the mouse is pressed at a fraction of a pixel and moved, so the selection is set here.
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
  const element = event.target.closest("[data-markable]");
  if (!element) return;
  document.getSelection()?.removeAllRanges();
  if (event.detail === 1) pressed = { element, x: event.clientX, y: event.clientY, caret: caretAt(event.clientX, event.clientY) };
});

function extendSelection(event) {
  if (!pressed?.caret || !(event.buttons & 1 || event.type === "mouseup")) return;
  // Less than four pixels is a click by an unsteady hand.
  if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < 4) return;
  const caret = caretAt(event.clientX, event.clientY);
  if (caret && pressed.element.contains(caret[0])) document.getSelection()?.setBaseAndExtent(...pressed.caret, ...caret);
}

document.addEventListener("mousemove", extendSelection);
document.addEventListener("dragstart", (event) => {
  if (pressed) event.preventDefault();
});
document.addEventListener("mouseup", (event) => {
  extendSelection(event);
  pressed = null;
});

function boxOf(element, [start, end]) {
  const range = document.createRange();
  range.setStart(...pointAt(element, start));
  range.setEnd(...pointAt(element, end));
  return range.getBoundingClientRect();
}

/** The word above or below another: the nearest to it on the next line that has words. */
function onNextLine(element, every, from, step) {
  const here = boxOf(element, every[from]);
  let line = null;
  let best = from;
  let least = Infinity;
  for (let at = from + step; at >= 0 && at < every.length; at += step) {
    const box = boxOf(element, every[at]);
    const beyond = step > 0 ? box.top >= here.bottom - 4 : box.bottom <= here.top + 4;
    if (!beyond) continue;
    line ??= box.top;
    if (Math.abs(box.top - line) > 8) break;
    const far = Math.abs(box.left + box.right - here.left - here.right);
    if (far < least) [best, least] = [at, far];
  }
  return best;
}

/** Select from one word to another and keep the second one visible. */
function markWords(element, every, from, to) {
  const backward = to < from;
  const anchor = every[from][backward ? 1 : 0];
  const focus = every[to][backward ? 0 : 1];
  document.getSelection().setBaseAndExtent(...pointAt(element, anchor), ...pointAt(element, focus));
  lastPlace = { element, from, to };
  announceSelection();
  const box = boxOf(element, every[to]);
  const margin = 90; // pixels: the line, and the bar over the bottom of the window
  if (box.top < margin) window.scrollBy(0, box.top - margin);
  else if (box.bottom > window.innerHeight - margin) window.scrollBy(0, box.bottom - window.innerHeight + margin);
}

/** The words the keys start from: those selected, else those selected last, else the first in the focused element. */
function keyboardPosition(element, every, target) {
  const found = selected();
  if (found && found.element === element && found.anchor !== found.focus) {
    const [first, last] = [Math.min(found.anchor, found.focus), Math.max(found.anchor, found.focus)];
    const from = Math.max(0, every.findIndex(([, end]) => end > first));
    const after = every.findIndex(([start]) => start >= last);
    const to = Math.max(from, (after < 0 ? every.length : after) - 1);
    return found.anchor <= found.focus ? { from, to } : { from: to, to: from };
  }
  if (target === element && lastPlace?.element === element && lastPlace.to < every.length) return lastPlace;
  const begin = target === element ? 0 : unitsBefore(element, target, 0);
  const at = Math.max(0, every.findIndex(([, end]) => end > begin));
  return { from: at, to: at, fresh: true };
}

function moved(element, every, at, key) {
  if (key === "ArrowDown" || key === "ArrowUp") return onNextLine(element, every, at, key === "ArrowDown" ? 1 : -1);
  const turned = RIGHT_TO_LEFT.test(element.textContent.slice(...every[at]));
  return at + ((key === "ArrowRight") === turned ? -1 : 1);
}

/** Arrow keys select the next word, with Shift they extend the selection, with Ctrl and Shift by one letter. */
function selectByKey(event, element) {
  if (!event.key.startsWith("Arrow") || event.altKey || event.metaKey) return false;
  if (event.ctrlKey) {
    if (!event.shiftKey || !markedWords() || !["ArrowLeft", "ArrowRight"].includes(event.key)) return false;
    document.getSelection().modify("extend", event.key === "ArrowRight" ? "right" : "left", "character");
    announceSelection();
    return true;
  }
  const every = words(element);
  if (!every.length) return false;
  const at = keyboardPosition(element, every, event.target);
  const to = at.fresh ? at.to : Math.min(every.length - 1, Math.max(0, moved(element, every, at.to, event.key)));
  markWords(element, every, event.shiftKey ? at.from : to, to);
  return true;
}

/** Put the marked words into a field and focus it. */
function fillField(field) {
  if (marked) field.value = marked.words;
  field.focus();
}

document.addEventListener("focusin", (event) => {
  if (event.target.matches("[data-words]")) targetField = event.target;
});

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element && event.target.closest(".take");
  if (button) fillField(document.getElementById(button.dataset.for));
});

// Escape moves from a form to the text and back; Enter puts the selected words into the field used last.
document.addEventListener("keydown", (event) => {
  if (!(event.target instanceof Element)) return;
  const element = event.target.closest("[data-markable]");
  const field = targetField?.isConnected ? targetField : null;
  if (element && selectByKey(event, element)) event.preventDefault();
  else if (element && field && event.key === "Enter" && markedWords()) {
    event.preventDefault();
    event.stopPropagation();
    fillField(field);
    targetField = null;
  } else if (event.key === "Escape" && element && field) field.focus();
  else if (event.key === "Escape" && event.target.closest("[data-beside-words]")) {
    if (!event.target.matches("[data-words]")) targetField = null;
    document.querySelector("[data-markable]")?.focus();
  }
}, true);
