// The copy graph: a box under the pointer or with the focus is shown with its lines and the boxes at their other ends.
"use strict";
(() => {
  function choose(graph, name) {
    graph.classList.toggle("chosen", name !== null);
    const lit = new Set(name === null ? [] : [name]);
    for (const edge of graph.querySelectorAll("[data-ends]")) {
      const ends = JSON.parse(edge.dataset.ends);
      const own = name !== null && ends.includes(name);
      edge.classList.toggle("lit", own);
      if (own) for (const end of ends) lit.add(end);
    }
    for (const node of graph.querySelectorAll("[data-node]")) node.classList.toggle("lit", lit.has(node.dataset.node));
  }

  function nodeOf(event) {
    const at = event.target instanceof Element ? event.target : null;
    const graph = at?.closest(".copy-graph");
    return graph ? [graph, at.closest("[data-node]") ?? at.querySelector("[data-node]")] : [null, null];
  }

  for (const name of ["mouseover", "focusin"]) {
    document.addEventListener(name, (event) => {
      const [graph, node] = nodeOf(event);
      if (graph) choose(graph, node && event.target !== graph ? node.dataset.node : null);
    });
  }
  for (const name of ["mouseout", "focusout"]) {
    document.addEventListener(name, (event) => {
      const [graph] = nodeOf(event);
      if (graph && !(event.relatedTarget instanceof Element && event.relatedTarget.closest(".copy-graph") === graph)) choose(graph, null);
    });
  }
})();
