// The review queue without reloading the page: a number key or an arrow key chooses a card, a letter key answers it, and
// the next question replaces the old one, is announced and gets the focus. Without this script every button is a form
// and every step a link.
"use strict";

let busy = false;

function cards() {
  return [...document.querySelectorAll("#decision [data-card]")];
}

/** Choose the card at a position: the letter keys then belong to its buttons. */
function choose(position) {
  const every = cards();
  const card = every[position];
  if (!card) return false;
  for (const other of every) {
    const chosen = other === card;
    other.classList.toggle("chosen", chosen);
    if (chosen) other.setAttribute("aria-current", "true");
    else other.removeAttribute("aria-current");
    for (const button of other.querySelectorAll("[data-card-key]")) {
      for (const name of ["data-key", "aria-keyshortcuts"]) {
        if (chosen) button.setAttribute(name, button.dataset.cardKey);
        else button.removeAttribute(name);
      }
    }
  }
  return true;
}

function chosenPosition() {
  return cards().findIndex((card) => card.classList.contains("chosen"));
}

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return;
  if (isWriting(event.target) || !keysAreOn() || cards().length < 2) return;
  const target = event.target;
  if (target instanceof Element && target.closest("[data-markable], #map, summary")) return;
  const step = STEPS[event.key];
  const position = step ? chosenPosition() + step : /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
  if (!choose(position)) return;
  event.preventDefault();
  const card = cards()[position];
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: "nearest" });
});

async function replaceQuestion(request) {
  if (busy) return;
  busy = true;
  try {
    const response = await request();
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const next = page.getElementById("decision");
    if (response.ok && next) {
      document.getElementById("decision").replaceWith(document.adoptNode(next));
      history.replaceState({}, "", response.url);
    } else {
      // Someone else decided first, or the decision was refused: show the page that says so.
      document.getElementById("page").replaceChildren(...document.adoptNode(page.getElementById("page")).childNodes);
    }
    announce();
  } catch {
    document.getElementById("announce")?.replaceChildren(document.getElementById("announce").dataset.notSaved);
  } finally {
    busy = false;
  }
}

function announce() {
  const heading = document.querySelector("#decision h2") ?? document.querySelector("#page h1");
  const done = document.querySelector("#decision [data-announce]")?.textContent ?? "";
  document.getElementById("announce")?.replaceChildren(`${done} ${heading?.textContent ?? ""}`);
  const field = document.querySelector("#decision .edit select, #decision .edit input:not([type=hidden])");
  if (field) {
    field.focus();
  } else if (heading) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.closest("#decision")) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form));
  // Not form.action: a field of that name hides it.
  const action = form.getAttribute("action");
  replaceQuestion(() => fetch(action, { method: "POST", body, headers: { Accept: "text/html" } }));
});

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  const link = event.target.closest("a[data-step]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    replaceQuestion(() => fetch(link.href, { headers: { Accept: "text/html" } }));
    return;
  }
  const card = event.target.closest("#decision [data-card]");
  if (card && !event.target.closest("a, button, summary")) choose(cards().indexOf(card));
});

document.body.classList.add("scripted");
document.querySelector("#decision h2")?.focus({ preventScroll: true });
