// Sending files one after another: chosen, or dropped with folders. Without this script the form sends the chosen files.
"use strict";
(() => {
  const form = document.getElementById("upload");
  if (!form) return;
  const status = document.getElementById("sending"), failed = document.getElementById("not-sent");
  const who = document.getElementById("who-adds"), named = document.getElementById("your-name");
  let token = form.elements.csrf.value;
  let batch = form.elements.batch.value, busy = false, waiting = [], signedIn = !who;

  // Hidden files, and the folders of pictures and scripts that browsers save with a page, are not reports.
  const pageFolder = /^(.*)(?:_files|\.files|_Dateien|_fichiers|_archivos)$/;
  function reportsAmong(files) {
    const names = new Set(files.map((each) => each.path));
    return files.filter(({ path }) => {
      const parts = path.split("/");
      if (parts.some((part) => part.startsWith(".")) || parts.at(-1) === "Thumbs.db") return false;
      return !parts.slice(0, -1).some((part, depth) => {
        const page = pageFolder.exec(part);
        const above = parts.slice(0, depth).concat("").join("/");
        return page && ["html", "htm", "xhtml"].some((end) => names.has(`${above}${page[1]}.${end}`));
      });
    });
  }

  async function inside(entry, above = "") {
    const path = above + entry.name;
    if (entry.isFile) return new Promise((found) => entry.file((file) => found([{ file, path }]), () => found([])));
    const reader = entry.createReader(), entries = [];
    // A reader gives at most a hundred entries at once.
    for (;;) {
      const some = await new Promise((found) => reader.readEntries(found, () => found([])));
      if (!some.length) break;
      entries.push(...some);
    }
    const found = await Promise.all(entries.map((each) => inside(each, `${path}/`)));
    return found.flat();
  }

  async function send({ file, path }) {
    const body = new FormData();
    body.append("csrf", token);
    body.append("batch", batch);
    body.append("files", file, path);
    try {
      const answer = await fetch("/upload", { method: "POST", body, headers: { Accept: "application/json", "X-CSRF-Token": token } });
      if (answer.headers.get("content-type") !== "application/json") throw new Error(answer.statusText);
      return (await answer.json()).files;
    } catch {
      return [{ name: path, stored: false, reason: status.dataset.lost }];
    }
  }

  // Files that come before there is a name wait for it; nothing is lost.
  async function signIn() {
    if (!named.value.trim()) {
      if (waiting.length) status.textContent = status.dataset.waiting.replace("{n}", waiting.length);
      named.focus();
      return;
    }
    const headers = { "Content-Type": "application/json", Accept: "application/json", "X-CSRF-Token": token };
    const body = JSON.stringify({ name: named.value, password: "" });
    const answer = await fetch("/api/session", { method: "POST", body, headers });
    const said = await answer.json();
    if (!answer.ok) {
      status.textContent = said.error;
      return;
    }
    token = said.token;
    document.querySelector('meta[name="csrf-token"]').content = token;
    for (const field of document.querySelectorAll('input[name="csrf"]')) field.value = token;
    signedIn = true;
    who.remove();
    const page = new DOMParser().parseFromString(await (await fetch("/")).text(), "text/html");
    document.querySelector(".frame .who").replaceWith(page.querySelector(".frame .who"));
    status.textContent = "";
    if (waiting.length) sendAll();
  }
  who?.querySelector("button").addEventListener("click", signIn);
  named?.addEventListener("keydown", (event) => {
    if (event.key === "Enter") { event.preventDefault(); signIn(); }
  });

  async function sendAll() {
    if (!signedIn) { signIn(); return; }
    if (busy) return;
    busy = true;
    failed.replaceChildren();
    for (let n = 0; n < waiting.length; n++) {
      status.textContent = status.dataset.sending.replace("{n}", n + 1).replace("{total}", waiting.length);
      for (const each of await send(waiting[n])) {
        if (each.stored) continue;
        const item = document.createElement("li");
        item.textContent = `${status.dataset.failed} ${each.name}: ${each.reason}`;
        failed.append(item);
      }
      if (n === 0) showReading();
    }
    status.textContent = waiting.length ? status.dataset.sent : status.dataset.none;
    waiting = [];
    busy = false;
    form.reset();
    showReading();
    form.elements.batch.value = batch = newName();
  }

  function newName() {
    return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  function showReading() {
    stale = true;
    htmx.ajax("GET", `/reading?batch=${encodeURIComponent(batch)}`, { target: "#reading", swap: "outerHTML" });
  }

  // The rest of the page was made before the reports were read. Its own parts that load themselves are no reason to
  // load it once more.
  let stale = false;
  function noteReading() {
    const reads = document.getElementById("reading").hasAttribute("hx-get");
    stale ||= reads;
    return reads;
  }
  noteReading();
  document.addEventListener("htmx:afterSwap", async () => {
    if (noteReading() || busy || !stale) return;
    stale = false;
    const answer = await fetch("/");
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const id of ["in-numbers", "news", "doubtful"]) {
      const part = document.adoptNode(fresh.getElementById(id));
      document.getElementById(id).replaceWith(part);
      htmx.process(part);
    }
  });

  function add(files) {
    waiting.push(...reportsAmong(files.sort((one, other) => one.path < other.path ? -1 : 1)));
    sendAll();
  }

  form.addEventListener("change", (event) => {
    if (event.target.type !== "file" || !event.target.files.length) return;
    add([...event.target.files].map((file) => ({ file, path: file.webkitRelativePath || file.name })));
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const kind of ["dragenter", "dragover"]) {
    document.addEventListener(kind, (event) => { event.preventDefault(); form.classList.add("over-it"); });
  }
  document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) form.classList.remove("over-it"); });
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    form.classList.remove("over-it");
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const plain = [...event.dataTransfer.files].map((file) => ({ file, path: file.name }));
    const found = entries.length ? (await Promise.all(entries.map((entry) => inside(entry)))).flat() : plain;
    add(found);
  });
  window.addEventListener("beforeunload", (event) => { if (busy) event.preventDefault(); });
})();
