// The slider of days, and the pane with the source text. Every page also works without this script.
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("scripted");

  // The slider sets the list of days it belongs to; its last step is "now".
  function setSliders() {
    for (const slider of document.querySelectorAll("input[data-for]")) {
      const list = document.getElementById(slider.dataset.for);
      const days = [...list.options].map((option) => option.value).filter(Boolean).sort();
      const steps = [...days, ""];
      slider.max = String(steps.length - 1);
      slider.value = String(steps.indexOf(list.value));
      const setDay = () => {
        list.value = steps[Number(slider.value)];
        slider.setAttribute("aria-valuetext", list.selectedOptions[0].textContent);
      };
      setDay();
      slider.oninput = setDay;
    }
  }

  // Scroll to the words of an opened claim and mark the link that opened it. Opened by a key, the pane gets the focus, and
  // Escape gives it back to the link.
  function showSourceText(opener, byKey) {
    const words = document.getElementById("these-words"), text = words && words.closest(".text");
    if (text) text.scrollTop = words.offsetTop - text.offsetTop - text.clientHeight / 3;
    for (const old of document.querySelectorAll(".shown")) old.classList.remove("shown");
    if (opener && opener.classList) opener.classList.add("shown");
    document.getElementById("words")?.classList.toggle("at-first", opener === null);
    if (byKey && text) document.getElementById("words").focus({ preventScroll: true });
  }

  function closeSourceText() {
    const pane = document.querySelector(".words");
    const opener = document.querySelector(".shown");
    if (!pane || !opener) return;
    pane.replaceChildren();
    opener.classList.remove("shown");
    opener.focus();
  }

  document.addEventListener("htmx:configRequest", (event) => {
    const token = document.querySelector('meta[name="csrf-token"]');
    if (token) event.detail.headers["X-CSRF-Token"] = token.content;
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target.id === "words") { showSourceText(event.detail.requestConfig.elt, event.detail.requestConfig.triggeringEvent?.detail === 0); return; }
    setSliders();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeSourceText();
    if (event.key === "/" && !event.target.closest("input, textarea, select")) {
      const search = document.getElementById("text");
      if (search) { search.focus(); event.preventDefault(); }
    }
  });
  // The claim that a page is about is in view, wherever it is in its report.
  if (!location.hash) document.querySelector('[data-markable] [aria-current="true"]')?.scrollIntoView({ block: "center" });
  const narrow = window.matchMedia("(max-width: 720px)");
  if (narrow.matches) for (const folded of document.querySelectorAll(".facets-box, .more-search")) folded.open = false;
  setSliders();
  showSourceText(null, false);
})();
