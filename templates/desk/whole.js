/* The desk as a whole: drawn, changed, kept. */

function forms() {
  const shown = BOARD.parts.filter(
    (part) =>
      KINDS[part] && (part !== "steal" || COMBAT.steal.length) && (part !== "stacks" || OWN.setup.groups.length),
  );
  const rest = [
    BOARD.parts.includes("losses") &&
      partSection(
        "conditional",
        SOLITAIRE ? "Losses in exchanges" : "Conditional and standing orders",
        conditional(),
        "",
      ),
    partSection(
      "leaving",
      BOARD.parts.includes("quit") ? "The dice; leaving the campaign" : "The dice",
      leaving(),
      "",
    ),
  ];
  return h("div", { class: "desk-forms" }, shown.map(listSection), rest);
}

/** Draw the desk anew; the focus goes to the element with the key, else stays where it was. */
function draw(focus) {
  judge();
  fill(frame, [forms(), sheetPanel()]);
  writeSheet();
  const at = bar();
  fill(low, (at || []).filter(Boolean));
  low.hidden = !at;
  makeRoom(at ? "12rem" : "");
  paintMap();
  const target = focus && page.querySelector(`[data-key="${CSS.escape(focus)}"]`);
  if (target && target !== document.activeElement) target.focus();
}

/** Room under the page for what is at hand there. */
function makeRoom(height) {
  if (document.body.style.paddingBottom === height) return;
  document.body.style.paddingBottom = document.documentElement.style.scrollPaddingBottom = height;
}

function writeSheet() {
  const text = sheetText();
  if (output.value !== text) output.value = text;
}

/** An order was changed: keep it and draw the desk anew. */
function changed(focus, { keepFocus = false } = {}) {
  const active = document.activeElement;
  const here = active && page.contains(active) ? active.dataset.key : "";
  if (here && !keepFocus) hold(active);
  if (focus !== "again") ui.sure = false; // not by what has the focus: on some phones a click does not give it
  save();
  draw(keepFocus ? "" : focus || here);
  const order = openMove();
  if (order && verdicts.get(order)) {
    const on = onTheWay(order);
    say(on.wrong || routeWords(order, on, nextSteps(on)));
  }
}

let holding = null; // what had the focus since the page was shown last, and where in the window

/** What has the focus, and still has it when the page is shown next, does not move under the player's eyes. */
function hold(active) {
  const { key } = active.dataset;
  if (holding && holding.key === key) return;
  if (!holding) requestAnimationFrame(settle);
  holding = { key, top: active.getBoundingClientRect().top };
}

function settle() {
  const { key, top } = holding;
  holding = null;
  const now = document.activeElement;
  const moved = now && now.dataset && now.dataset.key === key ? now.getBoundingClientRect().top - top : 0;
  if (moved) window.scrollBy(0, moved);
}

/** Something was typed: keep it and write the sheet anew, nothing else. */
function typed(set) {
  set();
  save();
  judge();
  writeSheet();
}

fill(page, [
  h(
    "p",
    null,
    `Put your orders together here; only what can be done is offered. The sheet below or beside them is written for you. ${SOLITAIRE ? "Nothing is played until you give the command yourself." : "Nothing is sent until you send it yourself."}`,
  ),
  said,
  frame,
  low,
]);
try {
  draw();
} catch {
  sheet = emptySheet(); // what was kept does not fit this page
  draw();
}
if (map) {
  map.classList.add("choosing");
  map.addEventListener("click", (event) => {
    const shape = event.target.closest("[data-province]");
    if (shape) clicked(shape.dataset.province);
  });
}
