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

  // The link whose source text is asked for or shown. An answer for any other link comes too late and is not shown.
  let opener = null;

  // Scroll to the words of an opened claim. Opened by a key, the pane gets the focus, and Escape gives it back to the link.
  function showSourceText(byKey) {
    const pane = document.getElementById("words"), text = pane?.querySelector(".text");
    const words = document.getElementById("these-words");
    if (text && words) text.scrollTop = words.offsetTop - text.offsetTop - text.clientHeight / 3;
    pane?.classList.toggle("at-first", opener === null);
    if (byKey && text) pane.focus({ preventScroll: true });
  }

  function closeSourceText() {
    const pane = document.querySelector(".words");
    if (!pane || !opener) return;
    htmx.trigger(opener, "htmx:abort");
    pane.replaceChildren();
    opener.classList.remove("shown");
    opener.focus();
    opener = null;
  }

  const forWords = (event) => event.detail.target?.id === "words";
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!forWords(event)) return;
    opener = event.detail.requestConfig.elt;
    for (const old of document.querySelectorAll(".shown")) old.classList.remove("shown");
    opener.classList.add("shown");
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (forWords(event) && event.detail.requestConfig.elt !== opener) event.detail.shouldSwap = false;
  });
  // At once, before the words can be seen at another place.
  document.addEventListener("htmx:afterSwap", (event) => {
    if (forWords(event)) showSourceText(event.detail.requestConfig.triggeringEvent?.detail === 0);
  });
  document.addEventListener("htmx:configRequest", (event) => {
    const token = document.querySelector('meta[name="csrf-token"]');
    if (token) event.detail.headers["X-CSRF-Token"] = token.content;
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (!forWords(event)) setSliders();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !closePages()) closeSourceText();
    if (event.key === "/" && !event.target.closest("input, textarea, select")) {
      const search = document.getElementById("text");
      if (search) { search.focus(); event.preventDefault(); }
    }
  });
  // The list of further pages closes when the focus or a click goes elsewhere, and with Escape.
  const pages = document.querySelector(".more-pages");
  function closePages() {
    const wasOpen = pages.open;
    pages.open = false;
    if (wasOpen && pages.contains(document.activeElement)) pages.querySelector("summary").focus();
    return wasOpen;
  }
  for (const kind of ["click", "focusin"]) {
    document.addEventListener(kind, (event) => { if (!event.target.closest?.(".frame")) pages.open = false; });
  }
  // A link to something folded opens it.
  const linked = location.hash && document.getElementById(location.hash.slice(1));
  if (linked instanceof HTMLDetailsElement) linked.open = true;
  // The claim that a page is about is in view, wherever it is in its report.
  if (!location.hash) document.querySelector('[data-markable] [aria-current="true"]')?.scrollIntoView({ block: "center" });
  const narrow = window.matchMedia("(max-width: 720px)");
  if (narrow.matches) for (const folded of document.querySelectorAll(".facets-box, .more-search")) folded.open = false;
  setSliders();
  showSourceText(false);
  // After an action the focus is on what the page says of it: it is read aloud, and Tab goes on to "Undo".
  function showOutcome() {
    const told = [...document.querySelectorAll("main .done[role=status], main .alert[role=alert]")];
    const outcome = told.find((each) => each.getClientRects().length);
    if (!outcome || document.activeElement !== document.body) return;
    outcome.tabIndex = -1;
    outcome.focus({ preventScroll: true });
  }
  showOutcome();
  // Where the address names a part of the page, the browser takes the focus away when it scrolls there.
  if (location.hash) window.addEventListener("load", () => setTimeout(showOutcome));
})();
