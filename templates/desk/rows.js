/* The list of orders, and the sheet beside it. */

const ui = {
  open: "",
  at: "",
  parts: { leaders: true, moves: true, attacks: true },
  drop: [],
  spoil: "",
  sure: false,
};
const said = made(h("div", { class: "desk-said", role: "status" }));
const output = made(h("textarea", { id: "desk-sheet", readonly: "", rows: 18, spellcheck: "false" }));
const frame = made(h("div", { class: "desk-frame" }));
const low = made(h("div", { class: "desk-bar", role: "region", "aria-label": "At hand" }));

function say(words) {
  said.textContent = words;
}

/** Add an order and open its form; says what is to have the focus. */
function add(part, order, focus = "edit") {
  sheet[part].push(order);
  ui.open = `${part}/${sheet[part].length - 1}`;
  ui.parts[part] = true;
  ui.drop = [];
  return `${ui.open}/${focus}`;
}

function toggle(part, index) {
  const key = `${part}/${index}`;
  ui.open = ui.open === key ? "" : key;
  ui.drop = [];
  return `${key}/edit`;
}

function takeOut(part, index) {
  sheet[part].splice(index, 1);
  ui.open = "";
  return `${part}`;
}

function shift(part, index) {
  const orders = sheet[part];
  [orders[index - 1], orders[index]] = [orders[index], orders[index - 1]];
  ui.open = "";
  return `${part}/${index - 1}/up`;
}

function orderRow(part, order, index) {
  const kind = KINDS[part];
  const key = `${part}/${index}`;
  const open = ui.open === key;
  const words = kind.say(order);
  const { wrong } = verdicts.get(order);
  return h(
    "li",
    null,
    h(
      "div",
      { class: "desk-line" },
      h("span", { class: "say" }, sentence(words)),
      h(
        "span",
        { class: "tools" },
        button(open ? "Done" : "Change", `${key}/edit`, () => toggle(part, index), {
          class: "small",
          "aria-expanded": String(open),
          "aria-label": `${open ? "Done" : "Change"}: ${words}`,
        }),
        index > 0 &&
          button("Earlier", `${key}/up`, () => shift(part, index), {
            class: "small",
            "aria-label": `Earlier: ${words}`,
          }),
        button("Take out", `${key}/out`, () => takeOut(part, index), {
          class: "small",
          "aria-label": `Take out: ${words}`,
        }),
      ),
    ),
    wrong ? fault(`Not on the sheet: ${wrong}`) : null,
    open ? h("div", { class: "desk-editor", role: "group", "aria-label": words }, kind.form(order, key)) : null,
  );
}

function partSection(part, title, children, count) {
  const open = ui.parts[part] || ui.open.startsWith(`${part}/`);
  return h(
    "details",
    {
      class: "desk-part",
      open,
      ontoggle: (event) => {
        ui.parts[part] = event.target.open;
      },
    },
    h("summary", { key: part }, `${title} `, h("span", { class: "count" }, count)),
    children,
  );
}

function listSection(part) {
  const orders = list(part);
  const rows = orders.length
    ? h(
        "ol",
        { class: "desk-orders" },
        orders.map((order, index) => orderRow(part, order, index)),
      )
    : null;
  return partSection(
    part,
    KINDS[part].title,
    [rows, h("div", { class: "desk-choices" }, KINDS[part].begin())],
    orders.length ? `(${orders.length})` : "",
  );
}

function sheetPanel() {
  const off = BOARD.parts.flatMap(list).filter(isWrong).length;
  return h(
    "div",
    { class: "desk-sheet" },
    h("h3", null, "The sheet"),
    !SOLITAIRE &&
      text(
        "Your secret word (it is not kept)",
        "key",
        secret,
        (word) => {
          secret = word;
        },
        { autocomplete: "off", maxlength: 80 },
      ),
    h("label", { for: "desk-sheet" }, SOLITAIRE ? "As it is to be played" : "As it is to be sent"),
    output,
    off ? fault(`${plural(off, "order is", "orders are")} not on the sheet: see there.`) : null,
    choices(
      button("Copy", "copy", copy, { class: "chief" }),
      button("Download", "download", download),
      button(ui.sure ? "Yes, throw everything away" : "Begin again", "again", again),
    ),
    SOLITAIRE
      ? h(
          "p",
          { class: "desk-note" },
          "Download it, and give the command ",
          h("code", null, `pbem solo play ${OWN.folder} FILE`),
          " with the file’s name; or put it in the place of sheet.yaml in the game’s folder.",
        )
      : note(
          "Send it to the gamesmaster: answer the mail that brought you this report, with the sheet as text or " +
            "attached. Without your secret word it does not count.",
        ),
    note(
      kept
        ? "What you enter is kept in this browser until the next report."
        : "This browser keeps nothing: copy or download the sheet before you close the page.",
    ),
  );
}

function copy() {
  const done = () => say("The sheet is copied.");
  const byHand = () => {
    output.focus();
    output.select();
    say(document.execCommand("copy") ? "The sheet is copied." : "The sheet is selected; copy it with your keyboard.");
  };
  if (navigator.clipboard) navigator.clipboard.writeText(output.value).then(done, byHand);
  else byHand();
}

function download() {
  const link = made(
    h("a", {
    download: `${OWN.campaign || "sheet"}-${BOARD.turn}-${BOARD.phase}${SOLITAIRE ? "" : `-${ME}`}.yaml`,
    href: URL.createObjectURL(new Blob([output.value], { type: "application/yaml" })),
  }),
  );
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  say("The sheet is downloaded.");
}

function again() {
  if (ui.sure) {
    sheet = emptySheet();
    ui.open = "";
  }
  ui.sure = !ui.sure;
  return "again";
}
