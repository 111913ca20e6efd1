// The page of names: j and k go through the proposals; o and d decide on the one that has the focus. Without this script
// every button works as a form.
"use strict";

const proposals = [...document.querySelectorAll("[data-proposal]")];

function giveKeys(current) {
  for (const proposal of proposals) {
    for (const [selector, key] of [["[data-one]", "o"], ["[data-different]", "d"]]) {
      const button = proposal.querySelector(selector);
      if (!button) continue;
      if (proposal === current) {
        button.dataset.key = key;
        button.setAttribute("aria-keyshortcuts", key);
      } else {
        delete button.dataset.key;
        button.removeAttribute("aria-keyshortcuts");
      }
    }
  }
}

document.addEventListener("focusin", (event) => {
  const current = event.target instanceof Element && event.target.closest("[data-proposal]");
  if (current) giveKeys(current);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isWriting(event.target)) return;
  if (!keysAreOn() || !["j", "k"].includes(event.key) || !proposals.length) return;
  event.preventDefault();
  const at = proposals.indexOf(document.activeElement?.closest("[data-proposal]"));
  const next = Math.min(Math.max(at + (event.key === "j" ? 1 : -1), 0), proposals.length - 1);
  const heading = proposals[next].querySelector("h3");
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: "start" });
});

document.querySelector("[data-names-file]")?.addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  const form = event.target.form;
  form.elements.content.value = await file.text();
  form.elements.origin.value = file.name;
});

// After a decision, the focus is on the next proposal, so that one key after the other decides.
if (new URLSearchParams(location.search).has("done")) proposals[0]?.querySelector("h3").focus({ preventScroll: true });
giveKeys(proposals[0]);
