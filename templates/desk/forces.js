/* Making up a force (R10). */

const held = (command) =>
  command.imperial
    .slice()
    .sort((one, other) => one - other)
    .join("");
const commandTable = (command) =>
  MOVEMENT.command[unit(command.leader).color + unit(command.leader).value][held(command)];
const greens = (command) => command.attached.filter((id) => unit(id).color === "green").length;
const sizeOf = (commands) =>
  commands.reduce((size, one) => size + one.attached.length + (one.leader !== null ? 1 : 0), 0);

/** Whether the Leader may attach the combat unit; `size` is his force without it. Looked up. */
function mayAttach(command, id, size) {
  if (command.leader === null) return false;
  const [, own, green] = commandTable(command);
  const { color, nation } = unit(id);
  let rows = null;
  if (color === unit(command.leader).color) rows = own;
  else if (color === "green" && !MOVEMENT.never.includes(nation)) rows = green;
  const digit = rows && (rows[greens(command)] || "")[command.attached.length];
  return digit !== undefined && digit !== null && Math.min(size, STACK_LIMIT) <= Number(digit);
}

/** 13.29: what the Leader can no longer command: Green units without the Gold, then the lowest. */
function excess(command) {
  const gold = command.imperial.includes(GOLD);
  const left = command.attached.filter((id) => gold || unit(id).color !== "green");
  const staying = left.slice(0, Math.max(commandTable(command)[0], 0));
  return command.attached.filter((id) => !staying.includes(id));
}

/** One move order on its way: where the force is, what it is made of, and what is to be said. */
function setOut(ground, order) {
  return {
    ground,
    order,
    wrong: "",
    notes: [],
    commands: [],
    color: "",
    nation: "",
    led: false,
    at: order.route[0].at,
    route: [order.route[0].at],
    fresh: new Set(),
    stopped: "",
    passing: "",
    ends: false,
    before: [],
    uncovered: new Map(),
  };
}

const forceUnits = (march) => unitsOfAll(march.commands);
const commandOf = (march, id) => march.commands.find((one) => one.attached.includes(id) || one.imperial.includes(id));
const stays = (order) => order.route.length === 1;

/** Carry an order out as far as its last step, on the ground given, but do not put the force down yet. */
function walk(ground, order) {
  const march = setOut(ground, order);
  makeUp(march);
  shootCzar(march);
  order.route.forEach((step, number) => {
    if (march.wrong) return;
    if (number > 0) enter(march, step.at);
    if (!march.wrong) act(march, step, number === order.route.length - 1);
  });
  return march;
}

/** Carry an order out on a copy of the ground; `after` is the ground then, the same as before if something is wrong. */
function carryOut(ground, order) {
  const march = walk(ground.copy(), order);
  if (!march.wrong) putDown(march);
  march.after = march.wrong ? ground : march.ground;
  return march;
}

// Making up the force (R10).

function makeUp(march) {
  const leaders = march.order.force.filter(isLeader);
  if (!march.order.force.length) march.wrong = "Choose who goes.";
  else if (leaders.length) makeUpLed(march, leaders);
  else makeUpUnled(march);
}

function cannotMove(march, id) {
  const stack = march.ground.stackOf(id);
  if (!stack || stack.at !== march.at) return `${label(id)} is no longer in ${march.at}.`;
  if (stack.player !== ME) return `${label(id)} is not yours.`;
  return march.ground.moved.has(id) ? `${label(id)} has moved already.` : "";
}

function makeUpLed(march, leaders) {
  march.led = true;
  march.color = unit(leaders[0]).color;
  march.wrong = leaders.map((id) => cannotMove(march, id)).find(Boolean) || "";
  if (leaders.some((id) => unit(id).color !== march.color)) march.wrong = "Leaders of two colors do not go together.";
  if (!isLeader(march.order.force[0])) march.wrong = "A unit is listed above the first Leader.";
  if (march.wrong) return;
  const lying = new Map(); // whose the units that lie with these Leaders are
  for (const stack of new Set(leaders.map((id) => march.ground.stackOf(id)))) {
    for (const part of groups(stack.units)) {
      if (leaders.includes(part.leader))
        [...part.imperial, ...part.attached].forEach((id) => lying.set(id, part.leader));
    }
  }
  march.commands = leaders.map((leader) => ({ leader, imperial: [], attached: [] }));
  const listed = [];
  let current = null;
  for (const id of march.order.force) {
    if (isLeader(id)) current = march.commands.find((one) => one.leader === id);
    else listed.push({ id, command: current });
  }
  muster(march, listed, lying);
  if (march.wrong) return;
  const taken = listed.filter(({ id }) => !lying.has(id)).map(({ id }) => id);
  march.ground.take([...leaders, ...lying.keys()]);
  for (const { id, command } of listed) {
    if (taken.includes(id)) lift(march, command, id);
    else if (isImperial(id) && lying.get(id) !== command.leader) march.ground.handed.add(id);
  }
  const left = [...lying.keys()].filter((id) => !forceUnits(march).includes(id));
  if (left.length)
    march.notes.push(`${labels(left)} ${left.length === 1 ? "stays" : "stay"} behind in ${march.at}, detached.`);
  layDown(march, left);
}

/** The listed units come under their Leaders one by one, the Imperial units of each first. */
function muster(march, listed, lying) {
  let size = march.commands.length + listed.filter(({ id }) => lying.has(id) && !isImperial(id)).length;
  if (new Set(march.order.force).size !== march.order.force.length) march.wrong = "A unit is named twice.";
  for (const command of march.commands) {
    const own = listed.filter((one) => one.command === command);
    own.sort((one, other) => Number(isImperial(other.id)) - Number(isImperial(one.id)));
    for (const { id } of own) {
      const from = lying.get(id);
      let fits = true;
      if (from === undefined) {
        march.wrong = march.wrong || unobtainable(march, id, stays(march.order));
        fits = isImperial(id) ? !heldFrom(march, command, id, listed) : mayAttach(command, id, size);
      } else if (march.ground.moved.has(id) && !stays(march.order)) {
        march.wrong = march.wrong || `${label(id)} has moved already.`;
      } else if (!isImperial(id)) {
        size -= 1;
        fits = mayAttach(command, id, from === command.leader ? 0 : size);
      }
      if (!fits) march.wrong = march.wrong || `${label(command.leader)} cannot command ${label(id)} as well.`;
      (isImperial(id) ? command.imperial : command.attached).push(id);
      if (!isImperial(id)) size += 1;
    }
  }
}

function makeUpUnled(march) {
  const own = march.order.force.filter((id) => !isImperial(id));
  march.wrong = own.map((id) => cannotMove(march, id)).find(Boolean) || (own.length ? "" : "Choose who goes.");
  if (march.wrong) return;
  march.color = unit(own[0]).color;
  march.nation = unit(own[0]).nation;
  const fits = own.every((id) => unit(id).nation === march.nation && !isLeader(march.ground.stackOf(id).units[0]));
  if (!fits || !["blue", "green"].includes(march.color)) march.wrong = "These do not go together by themselves.";
  if (march.order.by === "rail") march.wrong = "Blue and Green units do not go by rail.";
  if (march.wrong) return;
  const command = { leader: null, imperial: [], attached: own };
  march.commands = [command];
  const stacks = own.map((id) => march.ground.stackOf(id));
  for (const id of march.order.force.filter(isImperial)) {
    const with_them = stacks.includes(march.ground.stackOf(id));
    if (!with_them) march.wrong = march.wrong || unobtainable(march, id, stays(march.order));
    else if (march.ground.moved.has(id)) march.wrong = `${label(id)} has moved already.`;
    if (march.wrong) return;
    if (with_them) {
      march.ground.take([id]);
      command.imperial.push(id);
    } else lift(march, command, id);
  }
  march.ground.take(own);
}
