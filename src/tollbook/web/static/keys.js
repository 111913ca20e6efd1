// Single-key shortcuts: a key clicks the element with that data-key. Users can switch them off, since single keys disturb
// speech input (WCAG 2.2, 2.1.4), and they do nothing while a field has the focus.
"use strict";

const KEYS_OFF = "tollbook-keys-off";

function keysAreOn() {
  try {
    return localStorage.getItem(KEYS_OFF) !== "yes";
  } catch {
    return true;
  }
}

function isWriting(target) {
  return target instanceof Element && target.closest("input, select, textarea, [contenteditable]") !== null;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isWriting(event.target)) return;
  if (!keysAreOn()) return;
  const key = CSS.escape(event.key);
  const opened = document.querySelector(`[data-key-opens="${key}"]`);
  const pressed = document.querySelector(`[data-key="${key}"]`);
  if (opened) {
    event.preventDefault();
    opened.open = true;
    (opened.querySelector("select, input:not([type=hidden])") ?? opened).focus();
  } else if (pressed && !pressed.disabled) {
    event.preventDefault();
    // A key held down repeats; one press must make one decision.
    if (!event.repeat) pressed.click();
  }
});

document.addEventListener("click", (event) => {
  const toggle = event.target instanceof Element && event.target.closest("[data-keys-toggle]");
  if (!toggle) return;
  try {
    localStorage.setItem(KEYS_OFF, keysAreOn() ? "yes" : "no");
  } catch {
    return;
  }
  showKeys();
});

function showKeys() {
  document.body.classList.toggle("keys-off", !keysAreOn());
  for (const toggle of document.querySelectorAll("[data-keys-toggle]")) {
    toggle.setAttribute("aria-pressed", String(keysAreOn()));
  }
}

showKeys();
