// The queue without reloading: a decision is sent, the next question takes its place, is read out and has the focus.
// Without this script every button is a form and every step a link, and all works the same.
"use strict";

let busy = false;

async function put(request) {
  if (busy) return;
  busy = true;
  try {
    const answer = await request();
    const found = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = found.getElementById("decision");
    if (answer.ok && next) {
      document.getElementById("decision").replaceWith(document.adoptNode(next));
      history.replaceState({}, "", answer.url);
    } else {
      // Someone else decided first, or it was refused: that page says so, and offers what can be done.
      document.getElementById("page").replaceChildren(...document.adoptNode(found.getElementById("page")).childNodes);
    }
    announce();
  } catch {
    document.getElementById("announce")?.replaceChildren("Not saved: the reading room does not answer.");
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
  put(() => fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } }));
});

document.addEventListener("click", (event) => {
  const step = event.target instanceof Element && event.target.closest("a[data-step]");
  if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  put(() => fetch(step.href, { headers: { Accept: "text/html" } }));
});

document.querySelector("#decision h2")?.focus({ preventScroll: true });
