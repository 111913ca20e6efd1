// The page that imports: a chosen file is put into the form in base64, because a workbook is no text. Without this
// script rows are pasted.
"use strict";

// The largest request is 1,000,000 bytes; base64 takes four for three.
const LARGEST = 730000;

document.querySelector("[data-import]")?.addEventListener("change", async (event) => {
  const file = event.target.files?.[0];
  const form = event.target.form;
  if (!file || !form) return;
  const large = file.size > LARGEST;
  document.getElementById("too-large").hidden = !large;
  form.querySelector("button").disabled = large;
  if (large) return;
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  form.elements.namedItem("data").value = btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  form.elements.namedItem("origin").value = file.name;
});
