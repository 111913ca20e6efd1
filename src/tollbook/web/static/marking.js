// The report page: a claim opens beside the text, and words selected in the text become a claim (see words.js).
"use strict";

const text = document.getElementById("text");
const addHere = document.getElementById("add-here");

document.addEventListener("tollbook:marked", ({ detail: found }) => {
  const link = addHere.querySelector("a");
  addHere.hidden = !found || !link;
  if (!found || !link) return;
  link.href = `${link.dataset.here}?start=${found.start}&end=${found.end}`;
  addHere.querySelector("[data-selected-words]").textContent = found.words.length > 70 ? `${found.words.slice(0, 70)} …` : found.words;
});

/** Replace the record beside the text by that of another page of this report. The text keeps its scroll position. */
async function showRecord(address, push) {
  let response;
  try {
    response = await fetch(address, { headers: { Accept: "text/html" } });
  } catch {
    window.location.assign(address);
    return;
  }
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const record = page.getElementById("record");
  if (!response.ok || !record) {
    window.location.assign(address);
    return;
  }
  document.getElementById("record").replaceWith(document.adoptNode(record));
  document.dispatchEvent(new CustomEvent("tollbook:replaced"));
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
  const claim = event.target.closest("#text [data-address]");
  // A click that ends a selection inside a claim does not open the claim.
  if (claim && !markedWords()) showRecord(claim.dataset.address, true);
  const link = event.target.closest("#record a[data-claim], #record a[data-all], #add-here a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  addHere.hidden = true;
  showRecord(link.href, true);
});

window.addEventListener("popstate", () => showRecord(window.location.href, false));

text.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const adds = event.key === "+" || (event.key === "Enter" && !event.target.dataset.address);
  if (adds && !addHere.hidden) {
    event.preventDefault();
    addHere.querySelector("a").click();
  } else if (event.key === "Enter" && event.target.dataset.address) {
    event.preventDefault();
    showRecord(event.target.dataset.address, true);
  }
});

document.querySelector("#text [aria-current]")?.scrollIntoView({ block: "center" });

// An address that ends in the id of a claim opens it.
const named = CSS.escape(decodeURIComponent(window.location.hash.slice(1)));
if (named && text.querySelector(`[data-claims~="${named}"]`)) {
  showRecord(`${window.location.pathname}?claim=${encodeURIComponent(window.location.hash.slice(1))}`, true);
}
