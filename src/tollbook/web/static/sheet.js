// Keys of the tables of claims and of reports, and what they say of changed cells. Only changed cells are sent.
// The page also works without this script.
"use strict";
(() => {
  const form = document.getElementById("cells");
  if (!form) return;
  const said = document.getElementById("changed");
  const cells = [...form.querySelectorAll("[data-before]")];
  const columns = Number(form.dataset.columns);
  const isChanged = (cell) => cell.value !== cell.dataset.before;

  function count() {
    for (const cell of cells) cell.closest("td").classList.toggle("differs", isChanged(cell));
    const n = cells.filter(isChanged).length;
    said.textContent = n ? `${said.dataset.some} ${n}` : said.dataset.none;
  }

  // What is saved is what the preview shows: another change needs another preview.
  form.addEventListener("input", (event) => {
    if (event.target.id === "why") return;
    const save = form.querySelector("button[value=save]");
    if (save) save.disabled = true;
    count();
  });

  form.addEventListener("keydown", (event) => {
    const at = cells.indexOf(event.target);
    if (at < 0 || event.isComposing || event.altKey || event.metaKey) return;
    if (event.key === "Enter" && event.ctrlKey) {
      event.preventDefault();
      (form.querySelector("button[value=preview]") || form.querySelector("button.go")).click();
    } else if (event.key === "Enter") {
      event.preventDefault();
      const next = cells[at + (event.shiftKey ? -columns : columns)];
      next?.focus();
      next?.select?.();
    } else if (event.key.toLowerCase() === "d" && event.ctrlKey && cells[at - columns]) {
      event.preventDefault();
      event.target.value = cells[at - columns].value;
      event.target.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });

  form.addEventListener("submit", () => {
    for (const cell of cells) cell.disabled = !isChanged(cell);
    // A page that comes back from the browser's memory has its cells again.
    window.addEventListener("pageshow", () => { for (const cell of cells) cell.disabled = false; }, { once: true });
  });
  count();
})();
