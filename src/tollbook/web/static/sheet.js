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
  const isTicked = (cell) => Boolean(cell.closest("tr").querySelector("[data-tick]")?.checked);
  const accepts = (cell, value) => !cell.options || [...cell.options].some((option) => option.value === value);

  function count() {
    for (const cell of cells) cell.closest("td").classList.toggle("differs", isChanged(cell));
    const n = cells.filter(isChanged).length;
    said.textContent = n ? `${said.dataset.some} ${n}` : said.dataset.none;
  }

  // A value given to one ticked row is given to all of them; a list that lacks it stays as it is.
  function fillTicked(from) {
    const at = cells.indexOf(from);
    if (at < 0 || !isTicked(from)) return;
    for (const [n, cell] of cells.entries()) {
      if (n % columns === at % columns && isTicked(cell) && accepts(cell, from.value)) cell.value = from.value;
    }
  }

  form.addEventListener("change", (event) => {
    if (!("tickAll" in event.target.dataset)) return;
    for (const box of event.target.closest("tbody").querySelectorAll("[data-tick]")) box.checked = event.target.checked;
  });

  // What is saved is what the preview shows: another change needs another preview.
  form.addEventListener("input", (event) => {
    if (event.target.id === "why" || event.target.type === "checkbox") return;
    fillTicked(event.target);
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
