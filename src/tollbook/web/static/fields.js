// Changing a value where it stands: the form opens beside the record, and Escape or Cancel gives the place back.
"use strict";
(() => {
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target.id !== "words") return;
    const form = event.detail.target.querySelector("form.one-field");
    if (!form) return;
    document.dispatchEvent(new CustomEvent("tollbook:replaced"));
    event.detail.target.scrollTop = 0;
    form.querySelector("input:not([type=hidden]), select, textarea")?.focus({ preventScroll: true });
  });
  document.addEventListener("click", (event) => {
    const cancel = event.target instanceof Element && event.target.closest("#words [data-close]");
    if (!cancel) return;
    event.preventDefault();
    const opener = document.querySelector(".shown");
    document.getElementById("words").replaceChildren();
    opener?.classList.remove("shown");
    opener?.focus();
  });
})();
