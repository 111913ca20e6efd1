// What is ticked for a series stays ticked while other incidents are looked for. Without this script, only they are found.
"use strict";
(() => {
  const find = document.getElementById("find");
  const join = document.getElementById("join");
  if (!find || !join) return;
  find.addEventListener("formdata", (event) => {
    for (const box of join.querySelectorAll("input[name=incident]:checked")) event.formData.append("ticked", box.value);
  });
})();
