"use strict";
// What the page does of itself. Tables of the class "sortable": a button in every column's head sorts the rows by that column, numbers as numbers.
(function () {
  function value(row, column) {
    const cell = row.cells[column];
    const text = cell.dataset.sort || cell.textContent.trim();
    const number = parseFloat(text);
    return { text, number: /^[-+]?[\d.]+(%|$| \()/.test(text) ? number : NaN };
  }

  function compare(one, other) {
    if (!Number.isNaN(one.number) && !Number.isNaN(other.number)) return one.number - other.number;
    if (!one.text !== !other.text) return one.text ? -1 : 1; // what is empty comes last
    return one.text.localeCompare(other.text, "en", { numeric: true });
  }

  function sort(table, column) {
    const heads = Array.from(table.tHead.rows[0].cells);
    const upward = heads[column].getAttribute("aria-sort") !== "ascending";
    const body = table.tBodies[0];
    const rows = Array.from(body.rows, (row, place) => ({ row, place, value: value(row, column) }));
    rows.sort((one, other) => (upward ? 1 : -1) * compare(one.value, other.value) || one.place - other.place);
    body.append(...rows.map((one) => one.row));
    heads.forEach((head) => head.removeAttribute("aria-sort"));
    heads[column].setAttribute("aria-sort", upward ? "ascending" : "descending");
  }

  for (const table of document.querySelectorAll("table.sortable")) {
    Array.from(table.tHead.rows[0].cells).forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      button.addEventListener("click", () => sort(table, column));
      head.append(button);
    });
  }

  // A finger cannot point: what the title of a province or an arrow says on pointing is shown under the map when it is touched.
  const told = document.getElementById("map-told");
  if (!told) return;
  document.querySelector(".map-frame").addEventListener("click", (event) => {
    const touched = event.target.closest("[data-province], .arrow");
    told.textContent = touched ? touched.querySelector("title").textContent : "";
  });
})();
