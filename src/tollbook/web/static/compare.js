// The page that compares: a chosen file is put into the form as text. Without this script the text is pasted.
"use strict";

document.querySelector("[data-data-set]")?.addEventListener("change", async (event) => {
  const [file] = event.target.files;
  const form = event.target.form;
  if (!file || !form) return;
  form.elements.namedItem("content").value = await file.text();
  form.elements.namedItem("origin").value = file.name;
});
