// The map of places: names beside the spots, near places as one group, a larger view. Countries are fetched once from this
// server, and nothing else is. The spots are read again whenever the list changes.
"use strict";
(() => {
  const NEAR = 30; // pixels within which two places are one group
  const MOST_ZOOM = 10;
  let map = null, marks = null, spots = [], near = [], land = null, drawing = false, pin = null;

  const box = () => document.getElementById("map");
  const size = (incidents) => (incidents >= 100 ? 38 : incidents >= 10 ? 32 : 26);

  function span(className, text) {
    return Object.assign(document.createElement("span"), { className, textContent: text });
  }

  /** The address that a place leads to. */
  function address(spot) {
    const here = box();
    const asked = new URLSearchParams(location.search);
    asked.set("place", spot.name);
    asked.delete("page");
    return here.dataset.link ? `${here.dataset.link}/${encodeURIComponent(spot.name)}` : `/incidents?${asked}`;
  }

  /** Places that would cover one another at this zoom, as groups; the one with most incidents comes first. */
  function groups() {
    const found = [];
    for (const [index, spot] of [...spots.entries()].sort((a, b) => b[1].incidents - a[1].incidents)) {
      const point = map.latLngToContainerPoint([spot.lat, spot.lon]);
      const near = found.find((group) => group.point.distanceTo(point) < NEAR);
      if (near) near.members.push([index, spot]);
      else found.push({ point, members: [[index, spot]] });
    }
    return found;
  }

  function total(group) {
    return group.members.reduce((sum, [, spot]) => sum + spot.incidents, 0);
  }

  /** What a group says: the place and its number of incidents, or the places in it. */
  function words(group) {
    const named = group.members.slice(0, 4).map(([, spot]) => (box().dataset.pick ? spot.name : `${spot.name}: ${spot.incidents}`));
    return named.join(", ") + (group.members.length > 4 ? " …" : "");
  }

  function open(group, mark) {
    const [[index, spot]] = group.members;
    const pick = box().dataset.pick;
    if (group.members.length === 1) {
      if (!pick) location.href = address(spot);
      else {
        const choice = document.getElementById(pick + index);
        choice?.focus();
        if (choice?.type === "radio" && !choice.checked) {
          choice.checked = true;
          choice.dispatchEvent(new Event("change", { bubbles: true }));
        }
      }
      return;
    }
    const bounds = L.latLngBounds(group.members.map(([, each]) => [each.lat, each.lon]));
    const closer = Math.min(map.getBoundsZoom(bounds, false, L.point(60, 60)), MOST_ZOOM);
    if (closer > map.getZoom() + 0.5) map.setView(bounds.getCenter(), closer);
    else list(group, mark);
  }

  /** A list of places that are too near one another to be told apart on the map. */
  function list(group, mark) {
    const names = document.createElement("ul");
    for (const [index, spot] of group.members) {
      const link = Object.assign(document.createElement("a"), { textContent: `${spot.name}: ${spot.incidents}`, href: address(spot) });
      if (box().dataset.pick) link.href = `#${box().dataset.pick}${index}`;
      names.append(document.createElement("li"));
      names.lastChild.append(link);
    }
    mark.unbindPopup().bindPopup(names).openPopup();
    names.querySelector("a").focus();
  }

  /** Whether a label has space: it is inside the map and covers no spot and no other label. */
  function fits(rectangle, taken) {
    const edge = map.getSize();
    const inside = rectangle[0] >= 0 && rectangle[1] >= 0 && rectangle[2] <= edge.x && rectangle[3] <= edge.y;
    return inside && !taken.some((other) => rectangle[0] < other[2] && other[0] < rectangle[2] && rectangle[1] < other[3] && other[1] < rectangle[3]);
  }

  function label(group, radius, taken) {
    const name = group.members[0][1].name + (group.members.length > 1 ? ` +${group.members.length - 1}` : "");
    const width = 7 * name.length;
    const { x, y } = group.point;
    const sides = [
      [x + radius + 3, y - 7, x + radius + 3 + width, y + 7],
      [x - radius - 3 - width, y - 7, x - radius - 3, y + 7],
      [x - width / 2, y + radius + 2, x + width / 2, y + radius + 16],
    ];
    const place = sides.find((side) => fits(side, taken));
    if (!place) return;
    taken.push(place);
    const className = `place-name side-${sides.indexOf(place)}`;
    const icon = L.divIcon({ className, html: span("", name), iconSize: [width, 12], iconAnchor: [x - place[0], y - place[1] - 1] });
    L.marker(map.containerPointToLatLng(group.point), { icon, interactive: false, keyboard: false }).addTo(marks);
  }

  function draw() {
    const focused = document.activeElement?.dataset?.group;
    drawing = true;
    marks.clearLayers();
    const drawn = groups();
    const sized = drawn.map((group) => [group, size(total(group)) / 2]);
    const taken = sized.map(([{ point }, r]) => [point.x - r, point.y - r, point.x + r, point.y + r]);
    for (const [group, radius] of sized) {
      const [[, spot]] = group.members;
      const kind = group.members.length > 1 ? " group" : (spot.precision || 1) >= 4 ? " coarse" : "";
      const html = box().dataset.pick && !kind.includes("group") ? "" : span("", String(total(group)));
      const icon = L.divIcon({ className: `place spot${kind}`, html, iconSize: [2 * radius, 2 * radius] });
      // Leaflet would move the map when a pressed mark gets the focus: the mark is gone before the button is let go.
      const mark = L.marker(map.containerPointToLatLng(group.point), { icon, alt: words(group), riseOnHover: true, autoPanOnFocus: false })
        .bindTooltip(span("", words(group)), { direction: "top", offset: [0, -radius] })
        .on("click", () => open(group, mark))
        .addTo(marks);
      const button = mark.getElement();
      button.setAttribute("role", "button");
      button.setAttribute("aria-label", words(group));
      button.dataset.group = words(group);
      button.addEventListener("focus", () => {
        if (!drawing && button.matches(":focus-visible")) map.panInside(mark.getLatLng(), { padding: [radius, radius], animate: false });
        if (marks.hasLayer(mark)) mark.openTooltip();
      });
      button.addEventListener("blur", () => mark.closeTooltip());
      button.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          open(group, mark);
        }
      });
      if (button.dataset.group === focused) button.focus({ preventScroll: true });
    }
    for (const [group, radius] of sized) label(group, radius, taken);
    drawing = false;
  }

  /** A button that shows the map on the whole screen. */
  function enlarging(here) {
    const control = L.control({ position: "topright" });
    control.onAdd = () => {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "large-map", textContent: here.dataset.larger });
      L.DomEvent.disableClickPropagation(button);
      button.addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : here.requestFullscreen()));
      here.addEventListener("fullscreenchange", () => {
        button.textContent = document.fullscreenElement ? here.dataset.smaller : here.dataset.larger;
        map.invalidateSize();
        show();
      });
      return button;
    };
    if (here.requestFullscreen && here.dataset.larger) control.addTo(map);
  }

  /** The spots nearest to the middle that have nine in ten of the incidents: one place far away must not shrink the rest. */
  function core() {
    const middle = (key) => spots.map((spot) => spot[key]).sort((a, b) => a - b)[Math.floor(spots.length / 2)];
    const [lat, lon] = [middle("lat"), middle("lon")];
    const wanted = 0.9 * spots.reduce((sum, spot) => sum + spot.incidents, 0);
    const near = [];
    let seen = 0;
    for (const spot of [...spots].sort((a, b) => Math.hypot(a.lat - lat, a.lon - lon) - Math.hypot(b.lat - lat, b.lon - lon))) {
      if (seen < wanted) near.push(spot);
      seen += spot.incidents;
    }
    return near;
  }

  /** The fields of the form whose coordinates a click on the map sets; null on a map that only shows places. */
  function pointFields() {
    const prefix = box().dataset.point;
    const [lat, lon] = ["lat", "lon"].map((name) => prefix && document.getElementById(prefix + name));
    return lat && lon ? { lat, lon } : null;
  }

  /** The point in the fields; null if they have none. */
  function typed() {
    const fields = pointFields();
    const point = fields && [fields.lat, fields.lon].map((field) => (field.value.trim() ? Number(field.value) : NaN));
    return point && Math.abs(point[0]) <= 90 && Math.abs(point[1]) <= 180 ? L.latLng(point) : null;
  }

  function showPin() {
    const point = typed();
    pin?.remove();
    pin = point && L.marker(point, { icon: L.divIcon({ className: "pin", iconSize: [18, 18] }), interactive: false, keyboard: false }).addTo(map);
  }

  /** Any point can be clicked; what is typed moves the pin. A place that is chosen from the list takes the point back. */
  function choosing() {
    const fields = pointFields();
    if (!fields) return;
    const before = [fields.lat.value, fields.lon.value];
    const mine = map;
    map.on("click", ({ latlng }) => {
      const { lat, lng } = latlng.wrap();
      fields.lat.value = lat.toFixed(3);
      fields.lon.value = lng.toFixed(3);
      for (const choice of document.querySelectorAll('input[name="place_choice"]:checked')) choice.checked = false;
      showPin();
    });
    for (const field of [fields.lat, fields.lon]) field.addEventListener("input", () => { if (mine === map) showPin(); });
    fields.lat.form?.addEventListener("change", (event) => {
      if (event.target.name !== "place_choice" || mine !== map) return;
      [fields.lat.value, fields.lon.value] = before;
      showPin();
    });
  }

  /** Places of the same report or incident, small, to find the way. */
  function nearby() {
    const data = document.getElementById("nearby");
    const known = box().dataset.point && data ? JSON.parse(data.textContent) : [];
    for (const { name, lat, lon } of known) {
      const icon = L.divIcon({ className: "near-place", html: span("", name), iconSize: [7, 7] });
      L.marker([lat, lon], { icon, interactive: false, keyboard: false }).addTo(map);
    }
    return known;
  }

  function show() {
    const points = (some) => some.map((spot) => [spot.lat, spot.lon]);
    const options = { maxZoom: 6, padding: [34, 34], animate: false };
    const point = typed();
    if (!spots.length && point) map.setView(point, 6);
    else if (!spots.length && near.length) map.fitBounds(points(near), { ...options, maxZoom: 5 });
    else if (!spots.length) map.setView([20, 10], 0);
    else {
      const closer = map.getBoundsZoom(L.latLngBounds(points(core()))) - map.getBoundsZoom(L.latLngBounds(points(spots)));
      // Where a person chooses a place, every place is in view.
      map.fitBounds(points(closer > 1.5 && !box().dataset.pick ? core() : spots), options);
    }
    draw();
  }

  function drawMap() {
    const here = box(), data = document.getElementById("spots");
    if (!here || !data || !window.L) return;
    const found = JSON.parse(data.textContent);
    if (map && map.getContainer() === here && JSON.stringify(found) === JSON.stringify(spots)) return;
    spots = found;
    pin = null;
    if (!map || map.getContainer() !== here) {
      map = L.map(here, { attributionControl: false, worldCopyJump: true, zoomSnap: 0.25, scrollWheelZoom: false, maxZoom: MOST_ZOOM, minZoom: 0, zoomAnimation: false, markerZoomAnimation: false });
      here.setAttribute("role", "region");
      here.setAttribute("aria-label", here.dataset.mapLabel);
      land = land || fetch("/static/vendor/world-atlas/countries.json").then((answer) => answer.json());
      const mine = map;
      land.then((countries) => L.geoJSON(countries, { interactive: false, className: "land", style: { className: "land" } }).addTo(mine).bringToBack());
      map.setView([20, 10], 0); // marks have an element only once the map has a view
      marks = L.layerGroup().addTo(map);
      map.on("zoomend moveend", () => { if (mine === map) draw(); });
      enlarging(here);
      near = nearby();
      choosing();
    }
    show();
    showPin();
  }

  document.addEventListener("htmx:afterSettle", drawMap);
  document.addEventListener("tollbook:replaced", drawMap);
  drawMap();
})();
