// Conveniences of the page that takes incidents apart: a whole report chooses its claims, their number is shown, and cards
// are dragged onto another incident. That only fills in the form and asks for the preview.
// The page also works without this script.
"use strict";
(() => {
  const said = document.getElementById("chosen");
  if (!said) return;

  const boxes = (card) => [...card.querySelectorAll(":scope > .claim-cards input[name=claim]")];

  function count() {
    const chosen = new Set([...document.querySelectorAll("input[name=claim]:checked")].map((box) => box.value));
    for (const card of document.querySelectorAll(".card")) {
      if (card.querySelector("input[name=report]").checked) for (const box of boxes(card)) chosen.add(box.value);
    }
    said.textContent = chosen.size ? `${said.dataset.some} ${chosen.size}` : said.dataset.none;
  }

  // Within a chosen report, to clear one claim is to choose the others one by one.
  document.addEventListener("change", (event) => {
    const card = event.target.closest(".card");
    if (card && event.target.name === "report") for (const box of boxes(card)) box.checked = event.target.checked;
    if (card && event.target.name === "claim" && !event.target.checked) card.querySelector("input[name=report]").checked = false;
    count();
  });

  // Choosing the other incident chooses to move into it, if nothing else is chosen.
  const other = document.getElementById("into");
  other.addEventListener("change", () => {
    const into = document.querySelector("input[name=do][value='move into']");
    if (other.value && !document.querySelector("input[name=do]:checked")) into.checked = true;
  });

  let dragged = null; // the box of the card that is dragged
  const zones = document.getElementById("drop-zones");
  const zone = (event) => event.target.closest?.("#drop-zones li");
  for (const card of document.querySelectorAll(".claim-card, .card > legend label")) card.draggable = true;

  /** Move the dragged card, or all that is chosen if it is, into an incident; into a new one without a name. */
  function move(into) {
    const form = document.getElementById("compose");
    if (!dragged.checked) for (const box of form.elements) if (box.type === "checkbox") box.checked = box === dragged;
    document.querySelector(`input[name=do][value="${into ? "move into" : "move"}"]`).checked = true;
    other.value = into;
    form.requestSubmit();
  }

  document.addEventListener("dragstart", (event) => {
    if (!event.target.matches?.("[draggable=true]")) return;
    dragged = event.target.querySelector("input");
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", event.target.textContent.trim());
    setTimeout(() => { zones.hidden = false; }); // a page that changes at once ends the drag
  });
  document.addEventListener("dragover", (event) => {
    for (const each of zones.querySelectorAll(".over")) each.classList.remove("over");
    if (!dragged || !zone(event)) return;
    event.preventDefault();
    zone(event).classList.add("over");
  });
  document.addEventListener("drop", (event) => {
    if (!dragged || !zone(event)) return;
    event.preventDefault();
    move(zone(event).dataset.into);
  });
  document.addEventListener("dragend", () => {
    dragged = null;
    zones.hidden = true;
  });

  for (const card of document.querySelectorAll(".card")) {
    if (card.querySelector("input[name=report]").checked) for (const box of boxes(card)) box.checked = true;
  }
  count();
  const preview = document.getElementById("preview");
  if (preview) preview.focus({ preventScroll: false });
})();
