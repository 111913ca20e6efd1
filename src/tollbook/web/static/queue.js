// The review queue without reloading the page: a decision is sent, and the next question replaces the old one, is
// announced and gets the focus. Without this script every button is a form and every step a link.
"use strict";

let busy = false;

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
  if (heading) {
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
  replaceQuestion(() => fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } }));
});

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest("a[data-step]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  replaceQuestion(() => fetch(link.href, { headers: { Accept: "text/html" } }));
});

document.querySelector("#decision h2")?.focus({ preventScroll: true });
