// One box above a column of check boxes that ticks all of them.
"use strict";
(() => {
  const head = document.querySelector("th.pick");
  if (!head) return;
  const boxes = [...document.querySelectorAll("td.pick input")];
  const all = document.createElement("input");
  all.type = "checkbox";
  all.id = "tick-all";
  all.setAttribute("aria-label", head.textContent.trim());
  all.addEventListener("change", () => { for (const box of boxes) box.checked = all.checked; });
  document.addEventListener("change", () => { all.checked = boxes.every((box) => box.checked); });
  head.append(all);
})();
