/* What the page knows: the board, the counters, and the player's own. */

const BOARD = JSON.parse(document.getElementById("desk-board").textContent);
const OWN = JSON.parse(document.getElementById("desk-own").textContent);
const ME = OWN.player;
const MOVEMENT = BOARD.movement;
const POLITICS = BOARD.politics || {};
const COMBAT = OWN.combat || {};
const SOLITAIRE = Boolean(BOARD.solitaire);
const MOVING = BOARD.parts.includes("moves");
const FIGHTING = BOARD.parts.includes("attacks");
const [CZAR, GOLD] = [1, 2];
const IMPERIAL = [CZAR, GOLD];
const STACK_LIMIT = 5;

const UNITS = new Map();
for (const [id, [label, write, kind, color, nation, value]] of Object.entries(BOARD.units)) {
  UNITS.set(Number(id), { id: Number(id), label, write, kind, color, nation, value });
}
const OTHERS = BOARD.players.map(([letter]) => letter).filter((letter) => letter !== ME);
const PLAYER_NAMES = new Map(BOARD.players);

const unit = (id) => UNITS.get(id);
const isLeader = (id) => UNITS.has(id) && unit(id).kind === "L";
const isImperial = (id) => IMPERIAL.includes(id);
const label = (id) => (UNITS.has(id) ? unit(id).label : String(id));
const labels = (ids) => ids.map(label).join(", ");
const place = (code) => `${code} (${BOARD.provinces[code]})`;
const codes = (text) => (text ? text.split(" ") : []);
const sum = (ids) => ids.reduce((total, id) => total + unit(id).value, 0);
const plural = (number, one, many) => `${number} ${number === 1 ? one : many}`;
const colorOf = (ids) => (ids.map(unit).find((one) => one.color) || { color: "" }).color;
/** The unit to name a stack by: the uppermost that has a color. */
const top = (stack) => stack.units.find((id) => unit(id).color) || stack.units[0];
