// The report page: a claim opens beside the text, and words marked in the text become a claim (words.js marks them).
"use strict";

const text = document.getElementById("text");
const addHere = document.getElementById("add-here");

document.addEventListener("tollbook:marked", ({ detail: found }) => {
  const link = addHere.querySelector("a");
  addHere.hidden = !found || !link;
  if (!found || !link) return;
  link.href = `${link.dataset.here}?start=${found.start}&end=${found.end}`;
  addHere.querySelector("[data-said]").textContent = found.words.length > 70 ? `${found.words.slice(0, 70)} …` : found.words;
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
  const claim = event.target.closest("#text [data-address]");
  // A click that ends the marking of words inside a claim does not open it.
  if (claim && !markedWords()) show(claim.dataset.address, true);
  const link = event.target.closest("#record a[data-claim], #record a[data-all], #add-here a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  addHere.hidden = true;
  show(link.href, true);
});

window.addEventListener("popstate", () => show(window.location.href, false));

text.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const adds = event.key === "+" || (event.key === "Enter" && !event.target.dataset.address);
  if (adds && !addHere.hidden) {
    event.preventDefault();
    addHere.querySelector("a").click();
  } else if (event.key === "Enter" && event.target.dataset.address) {
    event.preventDefault();
    show(event.target.dataset.address, true);
  }
});

document.querySelector("#text [aria-current]")?.scrollIntoView({ block: "center" });

// An address that ends in the id of a claim opens it.
const named = CSS.escape(decodeURIComponent(window.location.hash.slice(1)));
if (named && text.querySelector(`[data-claims~="${named}"]`)) {
  show(`${window.location.pathname}?claim=${encodeURIComponent(window.location.hash.slice(1))}`, true);
}
