/* What is wrong with an order, in the light of those before it. */

let verdicts = new Map(); // by order: why it is not on the sheet, or empty; of a move also the march
let ground = null; // where things lie once all orders are carried out

/** Look at all orders in turn. An order that is not whole, or no longer possible, is kept off the sheet. */
function judge() {
  verdicts = new Map();
  for (const part of BOARD.parts) {
    if (part === "moves") continue;
    for (const order of list(part)) verdicts.set(order, { wrong: KINDS[part].wrong(order) });
  }
  ground = groundBeforeMoves();
  for (const order of sheet.moves) {
    const march = carryOut(ground, order);
    verdicts.set(order, { wrong: march.wrong || idle(ground, march), march, before: ground });
    ground = march.after;
  }
}

/** A move as far as its last step, the force where it stands and not yet put down. */
function onTheWay(order) {
  const verdict = verdicts.get(order);
  if (!verdict.on) verdict.on = walk(verdict.before.copy(), order);
  return verdict.on;
}

const list = (part) => (KINDS[part] && Array.isArray(sheet[part]) ? sheet[part] : []);
const isWrong = (order) => Boolean(verdicts.get(order).wrong);
const before = (part, order) => list(part).slice(0, list(part).indexOf(order));
const others = (part, order) => list(part).filter((other) => other !== order);

function groundAfterSteals() {
  const found = Ground.atStart();
  for (const order of sheet.steal) {
    if (!KINDS.steal.wrong(order)) order.units.forEach((id) => found.attachLowest(order.leader, id));
  }
  return found;
}

/** The ground on which the first move begins: in the solitaire game the Leaders of the sheet are brought on before. */
function groundBeforeMoves(before = undefined) {
  const found = groundAfterSteals();
  for (const order of sheet.leaders) {
    if (order === before) break;
    if (!KINDS.leaders.wrong(order)) bringOn(found, order);
  }
  return found;
}

/** 24.11, 26.0: a Leader comes alone or on the units, with the Imperial units under the top one; the Czar is shot. */
function bringOn(found, order) {
  const stack = order.with.length ? found.stackOf(order.with[0]) : null;
  const below = stack && order.with.includes(stack.units[0]) ? stack.units.filter(isImperial) : [];
  found.take([...order.with, ...below]);
  const imperial = below.filter((id) => id !== CZAR);
  found.lay(order.at, ME, unitsOf({ leader: order.leader, imperial, attached: order.with }));
}

/** Why a move does nothing as yet, or empty. */
function idle(before, march) {
  if (march.order.route.length > 1) return "";
  const piles = (ground) =>
    ground
      .at(march.order.route[0].at)
      .map((stack) => stack.units.join())
      .sort()
      .join("/");
  return piles(before) === piles(march.after) ? "It does nothing yet: choose the next province." : "";
}
