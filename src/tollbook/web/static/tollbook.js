// The map, the slider of days, and the pane with the source text. Every page also works without this script.
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("scripted");

  // The map. Its countries are fetched once; the spots are read again whenever the list changes.
  let map = null, layer = null, land = null;

  function drawMap() {
    const box = document.getElementById("map"), data = document.getElementById("spots");
    if (!box || !data || !window.L) return;
    const spots = JSON.parse(data.textContent);
    if (!map || map.getContainer() !== box) {
      map = L.map(box, { attributionControl: false, worldCopyJump: true, zoomSnap: 0.25, scrollWheelZoom: false, maxZoom: 9, minZoom: 0 });
      box.setAttribute("role", "region");
      box.setAttribute("aria-label", box.dataset.mapLabel);
      land = land || fetch("/static/vendor/world-atlas/countries.json").then((answer) => answer.json());
      const here = map;
      land.then((countries) => L.geoJSON(countries, { interactive: false, className: "land", style: { className: "land" } }).addTo(here).bringToBack());
      layer = L.layerGroup().addTo(map);
    }
    layer.clearLayers();
    const most = Math.max(1, ...spots.map((spot) => spot.incidents));
    const link = box.dataset.link || "/incidents";
    for (const [index, spot] of spots.entries()) {
      const pick = box.dataset.pick && document.getElementById(box.dataset.pick + index);
      const asked = new URLSearchParams(location.search);
      asked.set("place", spot.name);
      asked.delete("page");
      const where = box.dataset.link ? `${link}/${encodeURIComponent(spot.name)}` : `${link}?${asked}`;
      const coarse = (spot.precision || 1) >= 4;
      L.circleMarker([spot.lat, spot.lon], { radius: 4 + 10 * Math.sqrt(spot.incidents / most) * (most > 1 ? 1 : 0.3), className: coarse ? "spot coarse" : "spot" })
        .bindTooltip(Object.assign(document.createElement("span"), { textContent: box.dataset.pick ? spot.name : `${spot.name}: ${spot.incidents}` }))
        .on("click", () => { if (pick) { pick.focus(); if (pick.type === "radio") pick.checked = true; } else if (!box.dataset.pick) location.href = where; })
        .addTo(layer);
    }
    if (spots.length) map.fitBounds(spots.map((spot) => [spot.lat, spot.lon]), { maxZoom: 4, padding: [28, 28], animate: false });
    else map.setView([20, 10], 0);
  }

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
    drawMap();
    setSliders();
  });
  document.addEventListener("tollbook:replaced", drawMap);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeSourceText();
    if (event.key === "/" && !event.target.closest("input, textarea, select")) {
      const search = document.getElementById("text");
      if (search) { search.focus(); event.preventDefault(); }
    }
  });
  const narrow = window.matchMedia("(max-width: 720px)");
  const facets = document.querySelector(".facets-box");
  if (facets && narrow.matches) facets.open = false;
  drawMap();
  setSliders();
  showSourceText(null, false);
})();
