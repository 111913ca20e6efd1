// A convenience of the page that takes incidents apart: a whole report chooses its claims, and their number is shown.
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

  for (const card of document.querySelectorAll(".card")) {
    if (card.querySelector("input[name=report]").checked) for (const box of boxes(card)) box.checked = true;
  }
  count();
  const preview = document.getElementById("preview");
  if (preview) preview.focus({ preventScroll: false });
})();
