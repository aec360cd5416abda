/* The sheet as text. */

const PLAIN = /^[A-Za-z0-9][A-Za-z0-9_']*(?:[ .-][A-Za-z0-9_']+)*$|^\d:\d$/;
const WIDTH = 72;

/** A text of the player's in double quotes, as YAML and JSON both read it. */
function quoted(text) {
  const whole = text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
  return JSON.stringify(whole).replace(/[\p{C}\p{Z}]/gu, (letter) =>
    letter === " " ? " " : `\\U${letter.codePointAt(0).toString(16).toUpperCase().padStart(8, "0")}`,
  );
}

const scalar = (value) => (PLAIN.test(String(value)) ? String(value) : quoted(String(value)));

function flow(value) {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (value && typeof value === "object" && !(value instanceof Quoted)) {
    const parts = Object.entries(value).map(([key, one]) => pair(key, one));
    return `{${parts.join(", ")}}`;
  }
  return value instanceof Quoted ? quoted(value.text) : scalar(value);
}

function pair(key, value) {
  const way = key === "route" && value.every((step) => typeof step === "string");
  return way ? `route: ${value.join("-")}` : `${scalar(key)}: ${flow(value)}`;
}

/** A text that is always quoted. */
class Quoted {
  constructor(text) {
    this.text = text;
  }
}

/** A line, broken after commas where it is long; never within quotes. */
function folded(line) {
  const lines = [];
  let rest = line;
  while (rest.length > WIDTH) {
    const cut = commaBefore(rest);
    if (cut < 1) break;
    lines.push(rest.slice(0, cut));
    rest = "    " + rest.slice(cut).trimStart();
  }
  return [...lines, rest];
}

function commaBefore(line) {
  let [cut, within, escaped] = [0, false, false];
  for (let index = 0; index <= WIDTH && index < line.length; index += 1) {
    if (line[index] === '"' && !escaped) within = !within;
    escaped = line[index] === "\\" && !escaped;
    if (line[index] === "," && !within && line[index + 1] === " ") cut = index + 1;
  }
  return line.slice(0, cut).trim() ? cut : 0;
}

const names = (ids) => ids.map((id) => (typeof id === "number" ? unit(id).write : id));
const name = (id) => names([id])[0];

/** An object without what is empty. */
const written = (values) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) =>
      Array.isArray(value) ? value.length : value !== null && value !== undefined && value !== "" && value !== 0,
    ),
  );

/** What stands on the sheet under a key, or null. */
function partData(part) {
  if (KINDS[part]) {
    const orders = list(part)
      .filter((order) => !isWrong(order))
      .map(KINDS[part].data);
    return orders.length ? orders : ended(part);
  }
  switch (part) {
    case "losses":
      return sheet.losses.length && (FIGHTING || sheet.standing.includes("losses"))
        ? names(sheet.losses)
        : ended(part);
    case "end_game":
      return sheet.end_game && (FIGHTING || sheet.standing.includes("end_game")) ? "agree" : ended(part);
    case "if_ordered_to_execute_czar":
      return sheet[part] || ended(part);
    case "execute_czar":
      return sheet.execute_czar.length > 1 ? { committee: sheet.execute_czar } : null;
    case "comply_with_execution":
      return OWN.asked && sheet[part] ? "yes" : null;
    case "standing":
      return standing().length ? standing() : null;
    case "quit":
      return sheet.quit ? "yes" : null;
  }
  return null;
}

/** R40: a standing order that is to end. */
const ended = (part) => (OWN.standing[part] && sheet.ended.includes(part) ? "no" : null);

/** What the sheet marks as standing, of what it writes. */
function standing() {
  const there = {
    losses: sheet.losses.length,
    counterpurge: list("counterpurge").some((order) => !isWrong(order)),
    if_ordered_to_execute_czar: sheet.if_ordered_to_execute_czar,
    end_game: sheet.end_game,
  };
  return Object.keys(there).filter((key) => there[key] && sheet.standing.includes(key));
}

/** The whole sheet. */
function sheetText() {
  const lines = SOLITAIRE ? [] : ["#ORDERS"];
  if (OWN.campaign) lines.push(`campaign: ${scalar(OWN.campaign)}`);
  lines.push(`player: ${ME}`, `turn: ${BOARD.turn}`, `phase: ${BOARD.phase}`);
  if (!SOLITAIRE) lines.push(`key: ${scalar(secret.trim() || OWN.key)}`);
  if (sheet.salt.trim()) lines.push(`salt: ${quoted(sheet.salt)}`);
  for (const part of BOARD.parts) {
    const data = partData(part);
    if (data === null) continue;
    if (KINDS[part] && Array.isArray(data)) {
      lines.push(`${part}:`);
      data.forEach((order) => lines.push(...folded(`- ${flow(order)}`)));
    } else lines.push(...folded(`${part}: ${flow(data)}`));
  }
  return [...lines, ...(SOLITAIRE ? [] : ["#END"]), ""].join("\n");
}
