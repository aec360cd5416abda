"use strict";
/*
 * The order desk of a report: a player clicks his orders together, and the desk writes the sheet.
 *
 * It knows no rules. What is legal, where a force stops, what a Leader can command, odds and chances were worked out by
 * the adjudicator and stand in the page as data (pbem/report/desk); here they are looked up. What is kept here is only
 * where the player's own units lie after the orders he has given so far, since the next order begins there. Functions
 * that follow a step of the adjudicator have its name (pbem/phases).
 *
 * In this order: data, the sheet, where things lie, moves, what is wrong with an order, the sheet as text, drawing,
 * parts of forms, the forms of all orders, the map, the desk as a whole.
 */
(function () {
  const page = document.getElementById("desk-app");
  if (!page) return;

  // --- data ------------------------------------------------------------------------------------------------------

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

  // --- the sheet -------------------------------------------------------------------------------------------------

  function emptySheet() {
    return {
      trades: [],
      stacks: [],
      steal: [],
      leaders: [],
      moves: [],
      assassinations: [],
      subversion: [],
      attacks: [],
      purges: [],
      counterpurge: [],
      press: [],
      losses: [],
      execute_czar: [],
      if_ordered_to_execute_czar: "",
      comply_with_execution: false,
      end_game: false,
      standing: [],
      ended: [],
      quit: false,
      salt: "",
    };
  }

  const STORE = `pbem/${OWN.campaign}/${ME}/${BOARD.turn}-${BOARD.phase}`;
  let sheet = stored() || emptySheet();
  let kept = true;
  let saved = "";
  let secret = "";

  /** What was entered before, or null. The browser may keep nothing, and what it kept may be of another version. */
  function stored() {
    try {
      const found = JSON.parse(localStorage.getItem(STORE));
      if (!found || found.format !== BOARD.format) return null;
      const whole = emptySheet();
      for (const key of Object.keys(whole)) {
        const same = typeof found.sheet[key] === typeof whole[key];
        if (same && Array.isArray(found.sheet[key]) === Array.isArray(whole[key])) whole[key] = found.sheet[key];
      }
      return whole;
    } catch {
      return null;
    }
  }

  function save() {
    const text = JSON.stringify({ format: BOARD.format, sheet });
    if (kept && text === saved) return;
    try {
      localStorage.setItem(STORE, text);
      saved = text;
      kept = true;
    } catch {
      kept = false;
    }
  }

  // --- where things lie ------------------------------------------------------------------------------------------

  /** 7.21: a pile divided into Leaders with what is attached to each; without a Leader it is one group. */
  function groups(units) {
    const found = [];
    for (const id of units) {
      if (isLeader(id) || !found.length) found.push({ leader: isLeader(id) ? id : null, imperial: [], attached: [] });
      if (isImperial(id)) found[found.length - 1].imperial.push(id);
      else if (!isLeader(id)) found[found.length - 1].attached.push(id);
    }
    return found;
  }

  /** 13.21: a group top to bottom, the Imperial units under the Leader or the top unit, the Czar above the Gold. */
  function unitsOf({ leader, imperial, attached }) {
    const held = [...imperial].sort((one, other) => one - other);
    return leader !== null ? [leader, ...held, ...attached] : [...attached.slice(0, 1), ...held, ...attached.slice(1)];
  }

  const unitsOfAll = (commands) => commands.flatMap(unitsOf);

  /** The units as they lie once some are gone: Imperial units come under the next one. */
  function pile(units) {
    if (!units.length || !isImperial(units[0])) return units;
    return unitsOf({
      leader: null,
      imperial: units.filter(isImperial),
      attached: units.filter((id) => !isImperial(id)),
    });
  }

  /** The position as the player finds it while his orders are carried out one after another (R8). */
  class Ground {
    constructor(stacks) {
      this.stacks = stacks;
      this.moved = new Set();
      this.handed = new Set(); // Imperial units that were given from one force to another (R15)
    }

    static atStart() {
      return new Ground(BOARD.stacks.map(([at, player, units]) => ({ at, player, units: [...units] })));
    }

    copy() {
      const twin = new Ground(this.stacks.map((stack) => ({ ...stack, units: [...stack.units] })));
      twin.moved = new Set(this.moved);
      twin.handed = new Set(this.handed);
      return twin;
    }

    stackOf(id) {
      return this.stacks.find((stack) => stack.units.includes(id));
    }

    at(province) {
      return this.stacks.filter((stack) => stack.at === province);
    }

    take(units) {
      for (const stack of this.stacks) {
        if (!stack.units.some((id) => units.includes(id))) continue;
        stack.units = pile(stack.units.filter((id) => !units.includes(id)));
        if (stack.units.length && isImperial(stack.units[0])) stack.player = null;
      }
      this.stacks = this.stacks.filter((stack) => stack.units.length);
    }

    lay(at, player, units) {
      this.stacks.push({ at, player: isImperial(units[0]) ? null : player, units });
    }

    /** 17/13.26: a Green unit goes lowest under the Leader with the Gold. */
    attachLowest(leader, id) {
      this.take([id]);
      const stack = this.stackOf(leader);
      const parts = groups(stack.units);
      parts.find((part) => part.leader === leader).attached.push(id);
      stack.units = unitsOfAll(parts);
    }
  }

  // --- moves -----------------------------------------------------------------------------------------------------

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

  // The way (R7, R9, R11).

  const withCzar = (march) => march.commands.some((one) => one.imperial.includes(CZAR));

  /** The color that stops the force in a province, or empty. */
  function stopIn(march, province) {
    const kind = march.color === "white" && withCzar(march) ? "czar" : march.color;
    return MOVEMENT.stops[kind][province] || "";
  }

  /** How many provinces the force may still enter. */
  const pointsLeft = (march) => MOVEMENT.points[march.led ? 0 : 1] - (march.route.length - 1);

  /** The provinces the force may enter next. */
  function nextSteps(march) {
    if (march.wrong || march.stopped || march.ends || !march.commands.length) return [];
    const step = march.order.route[march.order.route.length - 1];
    if (step.join) return [];
    if (march.order.by === "rail") return march.led ? codes(MOVEMENT.rail[march.at]) : [];
    if (pointsLeft(march) < 1) return [];
    const ways = codes(MOVEMENT.land[march.at]);
    if (march.color === "white" && march.led) ways.push(...codes(MOVEMENT.strait[march.at]));
    const entry = march.led ? undefined : MOVEMENT.entry[march.nation];
    return entry === undefined ? ways : ways.filter((code) => codes(entry).includes(code));
  }

  function enter(march, to) {
    const before = { ...march, order: { ...march.order, route: [{ at: march.at }] } };
    if (!nextSteps(before).includes(to)) {
      march.wrong = `From ${march.at} the force cannot go on to ${to}.`;
      return;
    }
    leaveGreen(march, to);
    march.at = to;
    march.route.push(to);
    march.fresh.clear();
    march.stopped = stopIn(march, to);
    if (march.color === "white" && withCzar(march) && !march.stopped) march.passing = MOVEMENT.stops.white[to] || "";
  }

  /** 5.74: Green units under the Gold stay in the last province of their home region. */
  function leaveGreen(march, to) {
    for (const command of march.commands) {
      if (command.leader === null || !command.imperial.includes(GOLD)) continue;
      const left = command.attached.filter((id) => {
        const entry = unit(id).color === "green" ? MOVEMENT.entry[unit(id).nation] : undefined;
        return entry !== undefined && !codes(entry).includes(to);
      });
      if (!left.length) continue;
      command.attached = command.attached.filter((id) => !left.includes(id));
      march.notes.push(
        `${labels(left)} may not enter ${to} and ${left.length === 1 ? "stays" : "stay"} behind in ${march.at}.`,
      );
      leave(march, left);
      layDown(march, left);
    }
  }

  /** R13: units part from the force; those that came here with it have moved. */
  function leave(march, units) {
    if (march.route.length < 2) return;
    units.filter((id) => !march.fresh.has(id)).forEach((id) => march.ground.moved.add(id));
  }

  // What is done in a province: drop, pick up, remove (R10).

  function act(march, step, last) {
    march.before = forceUnits(march);
    (step.drop || []).length && drop(march, step.drop);
    (step.pick_up || []).forEach((wish) => pickUp(march, wish, last));
    (step.remove || []).length && remove(march, step.remove);
    shootCzar(march);
    if (march.passing && !withCzar(march)) march.stopped = march.passing;
  }

  /** 26.0: in the solitaire game the Czar is shot as soon as a Red force has him, or the unit that lay above him. */
  function shootCzar(march) {
    if (!SOLITAIRE || march.wrong || march.color !== "red") return;
    const holder = march.commands.find((command) => command.imperial.includes(CZAR));
    if (holder) holder.imperial = holder.imperial.filter((id) => id !== CZAR);
    else if (march.uncovered.has(CZAR) && march.ground.stackOf(CZAR)) march.ground.take([CZAR]);
    else return;
    march.notes.push("the Czar is shot at once. [26.0]");
  }

  /** R2: units that were detached by one event stand as one stack, Blue and Green ones by nationality. */
  function layDown(march, units, named = [], at = march.at) {
    const kinds = new Map();
    const imperial = units.filter(isImperial);
    for (const id of units.filter((one) => !isImperial(one))) {
      const nation = unit(id).nation;
      kinds.set(nation, [...(kinds.get(nation) || []), id]);
    }
    if (imperial.length) {
      let under = kinds.has("") || march.led ? "" : [...kinds.keys()][0];
      if (!kinds.has(under)) under = [...kinds.keys()].find((nation) => named.includes(kinds.get(nation)[0]));
      if (kinds.has(under)) kinds.set(under, unitsOf({ leader: null, imperial, attached: kinds.get(under) }));
      else march.ground.lay(at, null, imperial);
    }
    for (const [nation, members] of kinds) {
      const player = nation ? MOVEMENT.control[nation] || null : MOVEMENT.keeps ? ME : null;
      march.ground.lay(at, player, members);
    }
  }

  function noLongerCommanded(march, command, imperial) {
    if (command.leader === null) return [];
    const lost = excess({ ...command, imperial });
    if (!lost.length) return [];
    command.attached = command.attached.filter((id) => !lost.includes(id));
    march.notes.push(
      `${label(command.leader)} can no longer command ${labels(lost)}, which ${lost.length === 1 ? "is" : "are"} detached.`,
    );
    leave(march, lost);
    return lost;
  }

  /** 5.13, R2, R13: the drop lists of a step. */
  function drop(march, lists) {
    const losses = [];
    const dropped = lists.map((named) => {
      const one = { named, commands: [], loose: [] };
      named.forEach((id) => dropOne(march, one, id, losses));
      return one;
    });
    losses.forEach(({ command, one }, index) => {
      const later = losses.slice(index + 1).filter((other) => other.command === command && other.one !== one);
      one.loose.push(...noLongerCommanded(march, command, [...command.imperial, ...later.map((other) => other.id)]));
    });
    const alone = march.commands[0];
    if (alone && alone.leader === null && !alone.attached.length && dropped[dropped.length - 1].loose.length) {
      march.commands = [];
      leave(march, alone.imperial);
      dropped[dropped.length - 1].loose.push(...alone.imperial);
    }
    for (const one of dropped) {
      if (one.commands.length) {
        leave(march, unitsOfAll(one.commands));
        march.ground.lay(march.at, ME, unitsOfAll(one.commands));
      }
      layDown(march, one.loose, one.named);
    }
    leaveIfNobody(march);
  }

  function dropOne(march, one, id, losses) {
    const leader = march.commands.find((command) => command.leader === id);
    if (leader) {
      march.commands = march.commands.filter((command) => command !== leader);
      one.commands.push(leader);
      return;
    }
    const holder = [...march.commands, ...one.commands].find((c) => c.attached.includes(id) || c.imperial.includes(id));
    if (!holder) {
      march.wrong = `${label(id)} is not in the force here.`;
      return;
    }
    const taker = one.commands[one.commands.length - 1];
    if (taker && one.commands.includes(holder)) {
      const fits = !isImperial(id) && taker !== holder && mayAttach(taker, id, sizeOf(one.commands) - 1);
      if (fits) {
        holder.attached = holder.attached.filter((other) => other !== id);
        taker.attached.push(id);
      }
      return;
    }
    holder.attached = holder.attached.filter((other) => other !== id);
    holder.imperial = holder.imperial.filter((other) => other !== id);
    if (isImperial(id)) losses.push({ command: holder, id, one });
    if (taker && goesTo(march, taker, id, one)) (isImperial(id) ? taker.imperial : taker.attached).push(id);
    else {
      one.loose.push(id);
      leave(march, [id]);
    }
  }

  /** R13, R15: whether a unit listed after a dropped Leader comes under him. */
  function goesTo(march, taker, id, one) {
    if (!isImperial(id)) return mayAttach(taker, id, sizeOf(one.commands));
    if (march.route.length > 1 || march.ground.moved.has(id) || march.ground.handed.has(id)) return false;
    march.ground.handed.add(id);
    return true;
  }

  function leaveIfNobody(march) {
    const [command] = march.commands;
    if (!command || command.leader !== null || command.attached.length) return;
    march.commands = [];
    leave(march, command.imperial);
    layDown(march, command.imperial);
  }

  /** Why the force cannot have this unit where it stands, whoever is to attach it, or empty (5.13, 13.12, R13). */
  function unobtainable(march, id, ends) {
    const stack = march.ground.stackOf(id);
    if (!stack || stack.at !== march.at) return `${label(id)} is not in ${march.at}.`;
    const forTheGold = SOLITAIRE && colorOf(stack.units) === "green" && !isImperial(id); // 13.26
    if (stack.player !== null && stack.player !== ME && !forTheGold) return `${label(id)} is not yours.`;
    if (isImperial(id)) {
      const spent = march.ground.moved.has(id) || march.ground.handed.has(id);
      return spent ? `${label(id)} has been moved or handed over already.` : "";
    }
    if (isLeader(id) || isLeader(stack.units[0])) return `${label(id)} is with a Leader, who must drop it first.`;
    return march.ground.moved.has(id) && !ends ? `${label(id)} has moved already.` : "";
  }

  /** R4: where a campaign has it so, the unit an Imperial unit lies under must be attached first, by the same Leader. */
  function heldFrom(march, command, id, listed = []) {
    if (!MOVEMENT.held) return false;
    if (march.uncovered.has(id)) return march.uncovered.get(id) !== command.leader;
    const stack = march.ground.stackOf(id);
    if (!stack || stack.player !== null || isImperial(stack.units[0])) return false;
    return !listed.some((one) => one.id === stack.units[0] && one.command === command);
  }

  const mayTake = (march, command, id) =>
    isImperial(id) ? !heldFrom(march, command, id) : mayAttach(command, id, sizeOf(march.commands));

  /** The Leaders of the force who may attach the unit here, uppermost first (R10). */
  const takers = (march, id) => march.commands.filter((command) => mayTake(march, command, id));

  /** Take a unit off the ground; another force of the player's that gave up an Imperial unit may lose units (13.29). */
  function lift(march, command, id) {
    const stack = march.ground.stackOf(id);
    const { at, player } = stack;
    if ((player === null || SOLITAIRE) && !isImperial(id) && stack.units[0] === id && command.leader !== null) {
      stack.units.filter(isImperial).forEach((below) => march.uncovered.set(below, command.leader));
    }
    march.ground.take([id]);
    if (player === null && !SOLITAIRE)
      march.notes.push(`${label(id)} is nobody’s: another player may be after it, too.`);
    if (isImperial(id) && player !== null) {
      march.ground.handed.add(id);
      for (const part of groups(stack.units)) {
        const lost = part.leader === null ? [] : excess(part);
        if (!lost.length) continue;
        march.ground.take(lost);
        layDown(march, lost, [], at);
        march.notes.push(`${label(part.leader)} can no longer command ${labels(lost)}.`);
      }
    }
    march.fresh.add(id);
    if (!commandOf(march, id)) (isImperial(id) ? command.imperial : command.attached).push(id);
  }

  function pickUp(march, wish, last) {
    const moved = march.ground.moved.has(wish.unit);
    march.wrong = march.wrong || unobtainable(march, wish.unit, last);
    if (march.wrong) return;
    const fit = takers(march, wish.unit).filter((one) => !wish.leader || wish.leader === one.leader);
    if (!fit.length) march.wrong = `Nobody in the force can command ${label(wish.unit)}.`;
    else lift(march, fit[0], wish.unit);
    if (moved && !isImperial(wish.unit)) march.ends = true;
  }

  /** Whether the unit may be taken off the map where the force stands (13.32, 5.66). */
  function mayLeave(march, id) {
    const places = MOVEMENT.leave[isImperial(id) ? String(id) : unit(id).nation];
    return Boolean(commandOf(march, id)) && codes(places).includes(march.at);
  }

  function remove(march, units) {
    for (const id of units) {
      const command = commandOf(march, id);
      if (!command || !mayLeave(march, id)) {
        march.wrong = `${label(id)} cannot leave the map here.`;
        return;
      }
      command.attached = command.attached.filter((other) => other !== id);
      command.imperial = command.imperial.filter((other) => other !== id);
    }
    march.commands.forEach((command) => layDown(march, noLongerCommanded(march, command, command.imperial)));
    leaveIfNobody(march);
  }

  /** The stacks the force may join where it ends (R14). */
  function joinable(march) {
    if (!march.commands.length) return [];
    return march.ground.at(march.at).filter((stack) => {
      const first = unit(stack.units[0]);
      const like = first.color === march.color && first.nation === march.nation;
      return stack.player === ME && like && (!march.led || isLeader(first.id));
    });
  }

  /** The force ends as a stack of its own, or under another. */
  function putDown(march) {
    const units = forceUnits(march);
    leave(march, units);
    const { join } = march.order.route[march.order.route.length - 1];
    if (join) {
      const stack = joinable(march).find((one) => one.units.includes(join));
      if (!stack) {
        march.wrong = `${label(join)} cannot be joined here.`;
        return;
      }
      const both = [...stack.units, ...units];
      stack.units = march.led ? both : pile([...both.filter(isImperial), ...both.filter((id) => !isImperial(id))]);
    } else if (units.length) march.ground.lay(march.at, ME, units);
  }

  /** What can be ordered to move: the player's stacks that have not moved, or what has not of them. */
  function movable(ground) {
    const found = [];
    for (const stack of ground.stacks.filter((one) => one.player === ME)) {
      const unmoved = (id) => !ground.moved.has(id);
      let force = [];
      if (isLeader(stack.units[0])) {
        const parts = groups(stack.units).filter((part) => unmoved(part.leader));
        force = unitsOfAll(parts).filter(unmoved);
      } else if (["blue", "green"].includes(colorOf(stack.units))) force = stack.units.filter(unmoved);
      if (force.some((id) => !isImperial(id))) found.push({ at: stack.at, force });
    }
    return found.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  }

  // --- what is wrong with an order -------------------------------------------------------------------------------

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

  // --- the sheet as text -----------------------------------------------------------------------------------------

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

  // --- drawing ---------------------------------------------------------------------------------------------------

  // The whole desk is described anew after every change, which is cheap; of the page only what differs is touched.

  /** What an element is to be; `key` names it for the focus, `on…` is what a click or change does. */
  function h(tag, attributes, ...children) {
    const parts = children.flat(3).filter((child) => child || child === 0);
    return { tag, attributes: attributes || {}, children: parts.map((one) => (typeof one === "object" ? one : String(one))) };
  }

  /** The node for a description. A text stands for a text, an element for itself. */
  function made(one) {
    if (typeof one === "string") return document.createTextNode(one);
    if (one instanceof Element) return one;
    const node = document.createElement(one.tag);
    fit(node, one);
    return node;
  }

  /** Whether the node may become what is described. */
  function alike(node, one) {
    if (typeof one === "string") return node.nodeType === Node.TEXT_NODE;
    const last = node.described;
    return node === one || Boolean(last && last.tag === one.tag && last.attributes.key === one.attributes.key);
  }

  /** Make a node what is described; an element remembers as what it was described last. */
  function fit(node, one) {
    if (node === one) return;
    if (typeof one === "string") {
      if (node.data !== one) node.data = one;
      return;
    }
    const last = node.described ? node.described.attributes : {};
    fill(node, one.children);
    for (const name in last) if (!(name in one.attributes)) put(node, name, null);
    for (const name in one.attributes) {
      const value = one.attributes[name];
      if (value !== last[name] || CHANGING.has(name)) put(node, name, value);
    }
    node.described = one;
  }

  /** Make the children of a node what is described: those of the same kind and key are kept. */
  function fill(node, wanted) {
    let next = node.firstChild;
    for (const one of wanted) {
      let found = next;
      while (found && !alike(found, one)) found = found.nextSibling;
      if (!found) {
        node.insertBefore(made(one), next);
        continue;
      }
      next = cut(next, found);
      fit(found, one);
      next = found.nextSibling;
    }
    cut(next, null);
  }

  /** Take out the nodes from one until before the other. */
  function cut(node, end) {
    while (node !== end) {
      const after = node.nextSibling;
      node.remove();
      node = after;
    }
    return end;
  }

  const CHANGING = new Set(["value", "checked", "disabled", "open", "selectedIndex"]); // what the player changes, too

  function put(node, name, value) {
    const none = value === undefined || value === null || value === false;
    if (name.startsWith("on")) node[name] = none ? null : value;
    else if (CHANGING.has(name)) {
      if (node[name] !== (none ? false : value)) node[name] = none ? false : value;
    } else if (none) node.removeAttribute(name);
    else node.setAttribute(name === "key" ? "data-key" : name, value);
  }

  // --- parts of forms --------------------------------------------------------------------------------------------

  /** A button; `action` may say the key of what is to have the focus next. */
  function button(text, key, action, more = {}) {
    return h("button", { type: "button", key, onclick: () => changed(action()), ...more }, text);
  }

  function fieldset(title, ...children) {
    return h("fieldset", null, h("legend", null, title), ...children);
  }

  const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1);
  const note = (text) => h("p", { class: "desk-note" }, sentence(text));
  const fault = (text) => h("p", { class: "desk-wrong" }, sentence(text));
  const choices = (...children) => h("div", { class: "desk-choices" }, ...children);

  /** A choice among options [value, text]; "" stands for none. */
  function select(title, key, options, value, set) {
    const chosen = options.findIndex(([one]) => String(one) === String(value));
    const onchange = (event) => changed(set(options[event.target.selectedIndex][0]));
    const control = h(
      "select",
      { key, onchange, selectedIndex: Math.max(chosen, 0) },
      options.map(([, text]) => h("option", null, text)),
    );
    return h("label", { class: "desk-field" }, h("span", null, title), control);
  }

  function check(text, key, checked, set) {
    const box = h("input", { type: "checkbox", key, checked, onchange: (event) => changed(set(event.target.checked)) });
    return h("label", null, box, text);
  }

  function number(title, key, value, most, set) {
    const options = Array.from({ length: most + 1 }, (_, count) => [count, String(count)]);
    return select(title, key, options, value, set);
  }

  /** A line or box of text. It does not draw the desk anew, which would take the caret away. */
  function text(title, key, value, set, more = {}) {
    const tag = more.rows ? "textarea" : "input";
    const control = h(tag, {
      key,
      value,
      oninput: (event) => typed(() => set(event.target.value)),
      ...(more.rows ? {} : { type: "text" }),
      ...more,
    });
    return h("label", { class: more.rows ? "desk-block" : "desk-field" }, h("span", null, title), control);
  }

  const ticked = (values, value, on) => (on ? [...values, value] : values.filter((other) => other !== value));

  /** Boxes to tick: options [value, text]. */
  function checks(title, key, options, values, set) {
    return fieldset(
      title,
      choices(
        options.map(([value, text]) =>
          check(text, `${key}/${value}`, values.includes(value), (on) => set(ticked(values, value, on))),
        ),
      ),
    );
  }

  /** A list whose order matters, with what may be added: options [value, text]. */
  function ordered(title, key, options, values, set) {
    const said = new Map(options);
    const swap = (index, other) => {
      const next = [...values];
      [next[index], next[other]] = [next[other], next[index]];
      return set(next);
    };
    const rows = values.map((value, index) =>
      h(
        "li",
        null,
        h("span", { class: "say" }, `${index + 1}. ${said.get(value) || label(value)}`),
        index > 0 &&
          button("Earlier", `${key}/${index}/up`, () => swap(index, index - 1), {
            class: "small",
            "aria-label": `Earlier: ${said.get(value)}`,
          }),
        button("Take out", `${key}/${index}/out`, () => set(values.filter((_, place) => place !== index)), {
          class: "small",
          "aria-label": `Take out: ${said.get(value)}`,
        }),
      ),
    );
    const more = options.filter(([value]) => !values.includes(value));
    const add = select("Add", `${key}/add`, [["", "choose …"], ...more], "", (value) =>
      value === "" ? "" : set([...values, value]),
    );
    return fieldset(title, values.length ? h("ol", { class: "desk-list" }, rows) : null, more.length ? add : null);
  }

  // --- the forms of all orders -----------------------------------------------------------------------------------

  const playerOptions = (letters) =>
    letters.map((letter) => [letter, `${letter} ${PLAYER_NAMES.get(letter) || ""}`.trim()]);
  const chances = (results) => results.map(([mark, percent]) => `${RESULTS[mark] || mark} ${percent}`).join(", ");
  const RESULTS = { De: "defenders eliminated", Ex: "exchange", Ae: "attackers eliminated", C: "may be answered" };
  const points = (results) =>
    results
      .map(
        ([mark, percent]) => `${mark === "C" ? "may be answered" : plural(Number(mark), "point", "points")} ${percent}`,
      )
      .join(", ");
  const sign = (letters) => (letters.length ? letters.join(", ") : "nobody");

  /** By key of the sheet: its title, a new order, what is wrong with one, its words, its data, its form, how one is begun. */
  const KINDS = {
    // 17/4.2, 15.33
    trades: {
      title: "Trades and gifts",
      begin: () => [button("New trade", "trades/new", () => add("trades", { to: "", give: goods(), for: goods() }))],
      wrong(order) {
        if (!OTHERS.includes(order.to)) return "Choose with whom.";
        if (!goodsSize(order.give) && !goodsSize(order.for)) return "Choose what changes hands.";
        const gifts = others("trades", order).filter((other) => !goodsSize(other.for));
        for (const marker of ["politburo", "assassin"]) {
          const given = order.give[marker] + gifts.reduce((total, other) => total + other.give[marker], 0);
          if (given > OWN[marker]) return "You do not hold so many markers.";
        }
        return goodsUnits(order);
      },
      say(order) {
        const give = goodsWords(order.give);
        const wanted = goodsWords(order.for);
        if (give && wanted) return `Give ${order.to || "…"} ${give} for ${wanted}`;
        return wanted ? `Take ${wanted} from ${order.to || "…"}` : `Give ${order.to || "…"} ${give || "…"}`;
      },
      data: (order) => written({ give: goodsData(order.give), to: order.to, for: goodsData(order.for) }),
      form(order, key) {
        const setup = OWN.setup;
        const units = (side, ids) =>
          setup && ids.length
            ? checks(
                side === "give" ? "Leaders you give" : "Leaders you get",
                `${key}/${side}/units`,
                ids.map((id) => [id, label(id)]),
                order[side].units,
                (next) => {
                  order[side].units = next;
                },
              )
            : null;
        return [
          select("With", `${key}/to`, [["", "choose …"], ...playerOptions(OTHERS)], order.to, (to) => {
            order.to = to;
            order.for.units = [];
          }),
          fieldset(
            "You give",
            number("Politburo Markers", `${key}/give/p`, order.give.politburo, OWN.politburo, (n) => {
              order.give.politburo = n;
            }),
            number("Assassin Markers", `${key}/give/a`, order.give.assassin, OWN.assassin, (n) => {
              order.give.assassin = n;
            }),
          ),
          units("give", setup ? setup.hands[ME] : []),
          fieldset(
            "You get",
            number("Politburo Markers", `${key}/for/p`, order.for.politburo, 15, (n) => {
              order.for.politburo = n;
            }),
            number("Assassin Markers", `${key}/for/a`, order.for.assassin, 15, (n) => {
              order.for.assassin = n;
            }),
          ),
          units("for", setup && order.to ? setup.hands[order.to] || [] : []),
          goodsSize(order.for)
            ? note("It happens only if the other sheet has the same trade, seen from the other side.")
            : null,
        ];
      },
    },

    // 15.54
    stacks: {
      title: "Leaders in one stack",
      begin: () =>
        OWN.setup.groups.map((group) => {
          const used = sheet.stacks.flatMap((order) => order.units);
          const free = stackable(group).filter((id) => !used.includes(id));
          return (
            free.length > 1 &&
            button(`Stack ${labels(free)} in ${group.at}`, `stacks/new/${group.at}/${free[0]}`, () =>
              add("stacks", { units: free }),
            )
          );
        }),
      wrong(order) {
        const group = OWN.setup.groups.find((one) => order.units.every((id) => stackable(one).includes(id)));
        const twice = others("stacks", order).some((other) => other.units.some((id) => order.units.includes(id)));
        if (!group || order.units.length < 2 || twice) return "Choose two Leaders or more, each once.";
        const fits = !group.sets || group.sets.some((set) => [...set].sort().join() === [...order.units].sort().join());
        return fits ? "" : "That would be more than five in the stack.";
      },
      say: (order) => `One stack, top to bottom: ${labels(order.units) || "…"}`,
      data: (order) => names(order.units),
      form(order, key) {
        const group = OWN.setup.groups.find((one) => one.units.includes(order.units[0])) || OWN.setup.groups[0];
        return [
          ordered(
            "Top to bottom",
            key,
            stackable(group).map((id) => [id, label(id)]),
            order.units,
            (next) => {
              order.units = next;
            },
          ),
        ];
      },
    },

    // 17/13.26
    steal: {
      title: "Green units taken by the Gold",
      begin: () =>
        COMBAT.steal
          .filter(({ leader }) => !sheet.steal.some((order) => order.leader === leader))
          .map(({ leader }) =>
            button(`${label(leader)} takes Green units`, `steal/new/${leader}`, () =>
              add("steal", { leader, units: [] }),
            ),
          ),
      wrong(order) {
        const from = COMBAT.steal.find((one) => one.leader === order.leader);
        const [first, second, ...more] = order.units;
        if (!from || first === undefined) return "Choose one or two units.";
        const fits =
          from.units.includes(first) && (second === undefined || from.then[first].includes(second)) && !more.length;
        return fits ? "" : "The Leader cannot take these.";
      },
      say: (order) => `${label(order.leader)} takes ${labels(order.units) || "…"}`,
      data: (order) => ({ leader: name(order.leader), units: names(order.units) }),
      form(order, key) {
        const from = COMBAT.steal.find((one) => one.leader === order.leader) || { units: [], then: {} };
        const may = order.units.length
          ? [...order.units, ...(order.units.length < 2 ? from.then[order.units[0]] || [] : [])]
          : from.units;
        return [
          checks(
            "Units",
            key,
            may.map((id) => [id, label(id)]),
            order.units,
            (next) => {
              order.units = next;
            },
          ),
        ];
      },
    },

    // 24.1, in the solitaire game
    leaders: {
      title: "Red Leaders brought on",
      begin() {
        const left = leadersLeft();
        if (left < 1) return [note(OWN.leaders.number ? "The die allows no more Leaders." : "The die allows none.")];
        return [
          h("p", null, `The die allows ${left} more, here or by a click on the map:`),
          button("Bring on a Leader", "leaders/new", () => add("leaders", { leader: "", at: "", with: [] })),
        ];
      },
      wrong: (order) => leaderWrong(order),
      say: (order) =>
        `Bring on ${order.leader ? label(order.leader) : "…"} in ${order.at ? place(order.at) : "…"}, ${order.with.length ? `on ${labels(order.with)}` : "alone"}`,
      data: (order) => written({ leader: name(order.leader), at: order.at, with: names(order.with) }),
      form: (order, key) => leaderForm(order, key),
    },

    // 5.0, 17/5.0
    moves: {
      title: "Moves",
      begin() {
        const free = movable(ground);
        if (!free.length) return [note("All your forces have their orders.")];
        return [
          h("p", null, "Choose a force, here or on the map:"),
          choices(free.map((one) => forceButton(one, "moves"))),
        ];
      },
      wrong: () => "",
      say: (order) => moveWords(order),
      data: (order) => written({ force: names(order.force), by: order.by, route: order.route.map(stepData) }),
      form: (order, key) => moveForm(order, key),
    },

    // 10.0
    assassinations: {
      title: "Assassinations, in order of preference",
      begin: () =>
        assassinMarkers() && targets().length
          ? [button("New attempt", "assassinations/new", () => add("assassinations", { target: "", markers: 1 }))]
          : [note("You have no Assassin Marker, or no Leader to meet anybody.")],
      wrong(order) {
        if (!targets().includes(order.target)) return "Choose a Leader.";
        return order.markers !== "all" && (order.markers < 1 || order.markers > assassinMarkers())
          ? "Choose how many markers."
          : "";
      },
      say: (order) =>
        `Assassinate ${order.target ? label(order.target) : "…"} with ${order.markers === "all" ? "all markers left" : plural(order.markers, "marker", "markers")}`,
      data: (order) => ({ target: name(order.target), markers: order.markers }),
      form(order, key) {
        const most = assassinMarkers();
        const counts = Array.from({ length: most }, (_, index) => [index + 1, String(index + 1)]);
        const chance = order.target && POLITICS.assassination[(order.markers === "all" ? most : order.markers) - 1];
        return [
          select(
            "Leader",
            `${key}/target`,
            [["", "choose …"], ...targets().map((id) => [id, targetWords(id)])],
            order.target,
            (id) => {
              order.target = id;
            },
          ),
          select("Markers", `${key}/markers`, [...counts, ["all", "all that are left"]], order.markers, (count) => {
            order.markers = count;
          }),
          chance ? h("p", { class: "desk-odds" }, `Chance of success: ${chance[unit(order.target).value]}`) : null,
          note("The attempt takes place only where a Leader of yours ends his move on the way of the target."),
        ];
      },
    },

    // 8.3
    subversion: {
      title: "Subversive Attacks",
      begin: () => beginAttacks("subversion"),
      wrong: (order) => attackWrong("subversion", order),
      say: (order) => attackWords("subversion", order),
      data: (order) =>
        written({ with: names(order.with), against: name(order.against), at: order.at, min_odds: order.min_odds }),
      form: (order, key) => attackForm("subversion", order, key),
    },

    // 8.0
    attacks: {
      title: "Attacks",
      begin: () => beginAttacks("attacks"),
      wrong: (order) => attackWrong("attacks", order),
      say: (order) => attackWords("attacks", order),
      data: (order) =>
        written({
          at: order.at,
          with: names(order.with),
          against: name(order.against),
          min_odds: order.min_odds,
          losses: names(order.losses),
          enemy_losses: names(order.enemy_losses),
          capture: names(order.capture),
        }),
      form: (order, key) => attackForm("attacks", order, key),
    },

    // 11.0, 17/11.0
    purges: {
      title: "Purges",
      begin: () =>
        POLITICS.purge
          ? [
              button("Take part in a Purge", "purges/new", () =>
                add("purges", { committee: [ME], participants: [ME], target: "", markers: "", spoils: [] }),
              ),
              button("Consent only", "purges/consent", () =>
                add("purges", { committee: [ME], participants: [], target: "", markers: 0, spoils: [] }),
              ),
            ]
          : [note("A Purge was held in this Game-Turn, so there is none now.")],
      wrong: (order) => purgeWrong(order),
      say: (order) => purgeWords(order),
      data: (order) => purgeData(order),
      form: (order, key) => purgeForm(order, key),
    },

    // 11.24
    counterpurge: {
      title: "Counterpurges, if you are purged",
      begin: () => [
        button("New counterpurge", "counterpurge/new", () =>
          add("counterpurge", { if_purged_by: [], against: [], take: [], rounds: "" }),
        ),
      ],
      wrong: (order) =>
        [...order.if_purged_by, ...order.against].every((letter) => OTHERS.includes(letter))
          ? ""
          : "A player named has left.",
      say: (order) =>
        `If purged by ${order.if_purged_by.length ? `nobody but ${sign(order.if_purged_by)}` : "anybody"}: against ${order.against.length ? sign(order.against) : "the first of them"}, take ${order.take.map(takeWords).join(", ") || "anything"}`,
      data: (order) =>
        written({
          if_purged_by: order.if_purged_by,
          against: order.against,
          take: names(order.take),
          rounds: order.rounds,
        }),
      form(order, key) {
        const reds = OTHERS.flatMap((letter) => (POLITICS.red || {})[letter] || []);
        const takes = [
          ["any", "anything"],
          ["politburo", "a Politburo Marker"],
          ...reds.map((id) => [id, targetWords(id)]),
        ];
        return [
          checks(
            "Only if all who purge are among these (none ticked: whoever they are)",
            `${key}/by`,
            playerOptions(OTHERS),
            order.if_purged_by,
            (next) => {
              order.if_purged_by = next;
            },
          ),
          ordered("Against, in order of preference", `${key}/against`, playerOptions(OTHERS), order.against, (next) => {
            order.against = next;
          }),
          ordered("Take, in this order", `${key}/take`, takes, order.take, (next) => {
            order.take = next;
          }),
          select(
            "Answers",
            `${key}/rounds`,
            [["", "every time"], ...[1, 2, 3, 4, 5].map((n) => [n, plural(n, "time", "times")])],
            order.rounds,
            (n) => {
              order.rounds = n;
            },
          ),
        ];
      },
    },

    press: {
      title: "Letters",
      begin: () => [button("New letter", "press/new", () => add("press", { to: [], from: "", text: "" }))],
      wrong(order) {
        if (!order.text.trim()) return "Write something.";
        const from = order.from.trim();
        return from.length === 1 && /[A-H]/i.test(from) && from.toUpperCase() !== ME
          ? "You cannot sign as another player."
          : "";
      },
      say: (order) =>
        `To ${order.to.length ? sign(order.to) : "all"}${order.from ? `, signed “${order.from}”` : ""}: ${order.text.slice(0, 60)}`,
      data: (order) => ({
        to: order.to.length ? order.to : "all",
        ...(order.from.trim() ? { from: new Quoted(order.from.trim()) } : {}),
        text: new Quoted(order.text),
      }),
      form: (order, key) => [
        checks("To (none ticked: all)", `${key}/to`, playerOptions(OTHERS), order.to, (next) => {
          order.to = next;
        }),
        text(
          "Signed (empty: with your own name)",
          `${key}/from`,
          order.from,
          (from) => {
            order.from = from;
          },
          { maxlength: 80 },
        ),
        choices(
          button("Do not sign", `${key}/anonymous`, () => {
            order.from = "anonymous";
          }),
        ),
        text(
          "Text",
          `${key}/text`,
          order.text,
          (words) => {
            order.text = words;
          },
          { rows: 4, maxlength: 4000 },
        ),
      ],
    },
  };

  // Trades.

  const goods = () => ({ politburo: 0, assassin: 0, units: [] });
  const goodsSize = (one) => one.politburo + one.assassin + one.units.length;
  const goodsData = (one) =>
    goodsSize(one) ? written({ politburo: one.politburo, assassin: one.assassin, units: names(one.units) }) : null;
  const goodsWords = (one) =>
    [
      one.politburo && plural(one.politburo, "Politburo Marker", "Politburo Markers"),
      one.assassin && plural(one.assassin, "Assassin Marker", "Assassin Markers"),
      ...one.units.map(label),
    ]
      .filter(Boolean)
      .join(", ");

  /** 15.33: whether the Leaders of a trade are still those in the hands, and none is offered twice. */
  function goodsUnits(order) {
    if (!OWN.setup)
      return order.give.units.length || order.for.units.length ? "Leaders are traded in the set-up only." : "";
    const hands = OWN.setup.hands;
    const given = others("trades", order).flatMap((other) => other.give.units);
    const own = order.give.units.every((id) => hands[ME].includes(id) && !given.includes(id));
    return own && order.for.units.every((id) => (hands[order.to] || []).includes(id))
      ? ""
      : "A Leader is not there to be traded.";
  }

  /** 15.54: of Leaders who start in one province those who are the player's, or will be by a trade of his. */
  function stackable(group) {
    const coming = sheet.trades.filter((order) => !KINDS.trades.wrong(order)).flatMap((order) => order.for.units);
    return group.units.filter((id) => OWN.setup.hands[ME].includes(id) || coming.includes(id));
  }

  // Red Leaders (24.1).

  const leadersLeft = () => OWN.leaders.number - sheet.leaders.length;
  const freeLeaders = (order) =>
    OWN.leaders.units.filter((id) => !others("leaders", order).some((other) => other.leader === id));

  /** S25: the Red stacks of the province on which a Leader may still be put. */
  const looseStacks = (order) =>
    groundBeforeMoves(order)
      .at(order.at)
      .filter((stack) => stack.player === null && colorOf(stack.units) === "red");

  function leaderWrong(order) {
    const earlier = before("leaders", order);
    if (!OWN.leaders.units.includes(order.leader) || earlier.some((other) => other.leader === order.leader))
      return "Choose a Leader.";
    if (!codes(OWN.leaders.provinces).includes(order.at)) return "Choose a province.";
    if (earlier.filter((other) => !leaderWrong(other)).length >= OWN.leaders.number)
      return "The die does not allow so many Leaders.";
    if (order.with.length > unit(order.leader).value)
      return `${label(order.leader)} can command no more than ${unit(order.leader).value} of these units.`;
    const one = looseStacks(order).some((stack) => order.with.every((id) => stack.units.includes(id)));
    return order.with.length && !one ? "These units are no longer there to be had." : "";
  }

  /** Put the Leader into another province; who was to be under him stays where he is. */
  function putLeader(order, code) {
    order.at = code;
    order.with = [];
  }

  function leaderForm(order, key) {
    const found = looseStacks(order).filter(
      (stack) => !order.with.length || order.with.every((id) => stack.units.includes(id)),
    );
    const most = order.leader ? unit(order.leader).value : 0;
    const may = found
      .flatMap((stack) => stack.units)
      .filter((id) => !isImperial(id) && (order.with.includes(id) || order.with.length < most));
    return [
      select(
        "Leader",
        `${key}/leader`,
        [["", "choose …"], ...freeLeaders(order).map((id) => [id, `${label(id)}, value ${unit(id).value}`])],
        order.leader,
        (id) => {
          order.leader = id;
        },
      ),
      select(
        "Province, here or on the map",
        `${key}/at`,
        [["", "choose …"], ...codes(OWN.leaders.provinces).map((code) => [code, place(code)])],
        order.at,
        (code) => putLeader(order, code),
      ),
      may.length
        ? checks(
            "On which units (none ticked: alone)",
            `${key}/with`,
            may.map((id) => [id, `${label(id)} (${unit(id).value})`]),
            order.with,
            (next) => {
              order.with = next;
            },
          )
        : order.at && order.leader
          ? note("No Red units without a Leader stand there: he comes alone.")
          : null,
    ];
  }

  // Moves.

  /** The button that begins the orders of a force. */
  function forceButton({ at, force }, from) {
    const begin = () => {
      ui.at = "";
      return add("moves", { force: [...force], by: "", route: [{ at }] }, "here");
    };
    return button(`${at}: ${labels(force)}`, `${from}/new/${force[0]}`, begin);
  }

  const actions = (step) => [
    ...(step.drop || []).map((ids) => ({
      words: `drop ${labels(ids)}`,
      undo: () => {
        step.drop = step.drop.filter((one) => one !== ids);
      },
    })),
    ...(step.pick_up || []).map((wish) => ({
      words: `pick up ${label(wish.unit)}${wish.leader ? ` for ${label(wish.leader)}` : ""}`,
      undo: () => {
        step.pick_up = step.pick_up.filter((one) => one !== wish);
      },
    })),
    ...(step.remove || []).map((id) => ({
      words: `take ${label(id)} off the map`,
      undo: () => {
        step.remove = step.remove.filter((one) => one !== id);
      },
    })),
    ...(step.join
      ? [
          {
            words: `join ${label(step.join)}`,
            undo: () => {
              delete step.join;
            },
          },
        ]
      : []),
  ];

  const stepWords = (step) => {
    const done = actions(step).map((one) => one.words);
    return done.length ? `${step.at} (${done.join("; ")})` : step.at;
  };

  const moveWords = (order) =>
    `${labels(order.force)}${order.by ? " by rail" : ""}: ${order.route.map(stepWords).join(" – ")}`;

  function stepData(step) {
    const done = written({
      drop: (step.drop || []).length === 1 ? names(step.drop[0]) : (step.drop || []).map(names),
      pick_up: (step.pick_up || []).map((wish) =>
        wish.leader ? { [name(wish.leader)]: [name(wish.unit)] } : name(wish.unit),
      ),
      remove: names(step.remove || []),
      join: step.join ? name(step.join) : "",
    });
    return Object.keys(done).length ? { [step.at]: done } : step.at;
  }

  function moveForm(order, key) {
    const { before: from, march } = verdicts.get(order);
    const on = onTheWay(order);
    const step = order.route[order.route.length - 1];
    if (on.wrong) return [fault(on.wrong), backButton(order, key)];
    return [
      forceForm(order, key, from, on),
      routeForm(order, key, on),
      fieldset(
        `In ${place(on.at)}`,
        step.join ? null : [dropForm, pickUpForm, leaveForm, joinForm].map((form) => form(on, step, key)),
        doneHere(step, key),
      ),
      march.notes.map(note),
    ];
  }

  function backButton(order, key) {
    if (order.route.length < 2 && !order.by) return null;
    return button("Back one step", `${key}/back`, () => {
      if (order.route.length > 1) order.route.pop();
      else order.by = "";
      return `${key}/here`;
    });
  }

  /** Who goes, top to bottom; and who else could. */
  function forceForm(order, key, from, on) {
    const fits = (force) => force.length > 0 && !walk(from.copy(), { ...order, force }).wrong;
    const put = (force) => {
      order.force = force;
    };
    const rows = order.force.map((id, index) => {
      const without = order.force.filter(
        (other) => !(other === id || (isLeader(id) && blockOf(order.force, id).includes(other))),
      );
      const higher = raised(order.force, index);
      return h(
        "li",
        { class: isLeader(id) || !on.led ? "" : "under", "data-unit": id },
        h("span", { class: "say" }, label(id)),
        higher &&
          fits(higher) &&
          button("Higher", `${key}/force/${id}/up`, () => put(higher), {
            class: "small",
            "aria-label": `Higher: ${label(id)}`,
          }),
        fits(without) &&
          button("Leave here", `${key}/force/${id}/out`, () => put(without), {
            class: "small",
            "aria-label": `Leave here: ${label(id)}`,
          }),
      );
    });
    const here = from.at(order.route[0].at).filter((stack) => stack.player === ME || stack.player === null);
    const more = here
      .flatMap((stack) => stack.units)
      .filter((id) => !order.force.includes(id))
      .map((id) => {
        const force = inserted(order.force, id).find(fits);
        return force && button(`With ${label(id)}`, `${key}/force/${id}/in`, () => put(force), { class: "small" });
      });
    const many = order.force.length > 1 || more.some(Boolean);
    if (!many) return null;
    return h(
      "details",
      {
        open: ui.parts[`${key}/force`],
        ontoggle: (event) => {
          ui.parts[`${key}/force`] = event.target.open;
        },
      },
      h("summary", { key: `${key}/force` }, "Who goes, top to bottom"),
      h("ul", { class: "desk-list" }, rows),
      more.some(Boolean) ? choices(more) : null,
    );
  }

  /** A Leader with what is listed under him. */
  function blockOf(force, leader) {
    const start = force.indexOf(leader);
    const next = force.findIndex((id, index) => index > start && isLeader(id));
    return force.slice(start, next < 0 ? undefined : next);
  }

  /** The list with one unit a place higher, a Leader with all that is his; null where there is no higher place. */
  function raised(force, index) {
    if (index === 0) return null;
    if (!isLeader(force[index])) {
      const next = [...force];
      [next[index - 1], next[index]] = [next[index], next[index - 1]];
      return next;
    }
    const block = blockOf(force, force[index]);
    const start = force.slice(0, index).findLastIndex(isLeader);
    return start < 0
      ? null
      : [...force.slice(0, start), ...block, ...force.slice(start, index), ...force.slice(index + block.length)];
  }

  /** The lists with one unit more: last of all, else last under one of the Leaders. */
  function inserted(force, id) {
    const lists = [[...force, id]];
    for (const leader of force.filter(isLeader)) {
      const end = force.indexOf(leader) + blockOf(force, leader).length;
      lists.push([...force.slice(0, end), id, ...force.slice(end)]);
    }
    return lists;
  }

  function routeForm(order, key, on) {
    const start = order.route.length === 1;
    const rail = on.led && start && codes(MOVEMENT.rail[on.at]).length;
    const next = nextSteps(on);
    const way = h(
      "ol",
      { class: "desk-route" },
      order.route.map((one) => h("li", null, stepWords(one))),
    );
    const ways = rail
      ? choices(
          button(
            "Overland",
            `${key}/land`,
            () => {
              order.by = "";
            },
            { "aria-pressed": String(!order.by) },
          ),
          button(
            "By rail",
            `${key}/rail`,
            () => {
              order.by = "rail";
            },
            { "aria-pressed": String(order.by === "rail") },
          ),
        )
      : null;
    return fieldset(
      "Route",
      way,
      ways,
      h("p", { key: `${key}/here`, tabindex: "-1", class: on.stopped ? "desk-stop" : "" }, routeWords(order, on, next)),
      next.length ? choices(next.map((code) => stepButton(order, key, code, on))) : null,
      backButton(order, key),
    );
  }

  function routeWords(order, on, next) {
    if (on.stopped)
      return `The force must stop in ${place(on.at)}: ${sentence(on.stopped)} units ${SOLITAIRE ? "stand there" : "stood there at the start of the Game-Turn"}. [5.27]`;
    if (!on.commands.length) return "Nobody is left in the force.";
    if (on.ends) return "The force ends here: it picks up a unit that has moved. [R13]";
    if (!next.length) return `The force ends in ${place(on.at)}.`;
    const far = order.by === "rail" ? "as far as the railway goes" : plural(pointsLeft(on), "province", "provinces");
    return `In ${place(on.at)}. It may go on: ${far}. Next, here or on the map:`;
  }

  function stepButton(order, key, code, on) {
    const stop = stopIn(on, code);
    const words = stop
      ? `${code} ${BOARD.provinces[code]} (stops: ${sentence(stop)})`
      : `${code} ${BOARD.provinces[code]}`;
    return button(words, `${key}/next/${code}`, () => addStep(order, code));
  }

  function addStep(order, code) {
    order.route.push({ at: code });
    return `moves/${sheet.moves.indexOf(order)}/here`;
  }

  function dropForm(on, step, key) {
    const dropped = (step.drop || []).flat();
    // The only Leader goes down with all that is his, which ends the force: it may as well end here.
    const leaders = on.commands.length > 1 ? on.commands.map((one) => one.leader) : [];
    const may = on.before.filter((id) => !dropped.includes(id) && (commandOf(on, id) || leaders.includes(id)));
    if (may.length < (on.led ? 1 : 2) && !dropped.length) return null;
    ui.drop = ui.drop.filter((id) => may.includes(id));
    const put = () => {
      step.drop = [...(step.drop || []), may.filter((id) => ui.drop.includes(id))];
      ui.drop = [];
      return `${key}/here`;
    };
    return may.length
      ? h(
          "div",
          null,
          choices(
            may.map((id) =>
              check(label(id), `${key}/drop/${id}`, ui.drop.includes(id), (on) => {
                ui.drop = ticked(ui.drop, id, on);
              }),
            ),
          ),
          ui.drop.length
            ? choices(
                button(`Drop ${labels(may.filter((id) => ui.drop.includes(id)))} as one stack`, `${key}/drop`, put),
              )
            : note("Tick what is to be dropped here."),
        )
      : null;
  }

  function pickUpForm(on, step, key) {
    const found = on.ground
      .at(on.at)
      .flatMap((stack) => stack.units)
      .filter((id) => !unobtainable(on, id, true));
    const buttons = found.flatMap((id) => {
      const fit = takers(on, id);
      const put = (leader) => () => {
        step.pick_up = [...(step.pick_up || []), leader ? { unit: id, leader } : { unit: id }];
        return `${key}/here`;
      };
      if (!fit.length) return [];
      const words = `Pick up ${label(id)}`;
      if (on.commands.length < 2) return [button(words, `${key}/pick/${id}`, put(null))];
      return fit.map((command) =>
        button(`${words} for ${label(command.leader)}`, `${key}/pick/${id}/${command.leader}`, put(command.leader)),
      );
    });
    return buttons.length ? choices(buttons) : null;
  }

  function leaveForm(on, step, key) {
    const may = forceUnits(on).filter((id) => mayLeave(on, id));
    const put = (id) => () => {
      step.remove = [...(step.remove || []), id];
      return `${key}/here`;
    };
    return may.length
      ? choices(
          may.map((id) => button(`Take ${label(id)} off the map for Victory Points`, `${key}/leave/${id}`, put(id))),
        )
      : null;
  }

  function joinForm(on, step, key) {
    const may = joinable(on).filter((stack) => !stack.units.some((id) => forceUnits(on).includes(id)));
    const put = (stack) => () => {
      step.join = stack.units[0];
      return `${key}/here`;
    };
    return may.length
      ? choices(
          may.map((stack) => button(`End under ${label(stack.units[0])}`, `${key}/join/${stack.units[0]}`, put(stack))),
        )
      : null;
  }

  function doneHere(step, key) {
    const done = actions(step);
    if (!done.length) return null;
    return h(
      "ul",
      { class: "desk-list" },
      done.map((one, index) =>
        h(
          "li",
          null,
          h("span", { class: "say" }, one.words),
          button(
            "Undo",
            `${key}/undo/${index}`,
            () => {
              one.undo();
              return `${key}/here`;
            },
            { class: "small", "aria-label": `Undo: ${one.words}` },
          ),
        ),
      ),
    );
  }

  // Assassinations.

  const ON_MAP = BOARD.stacks.flatMap(([at, player, units]) => units.map((id) => ({ id, at, player })));
  const targetWords = (id) => {
    const found = ON_MAP.find((one) => one.id === id);
    return found ? `${label(id)}, value ${unit(id).value}, ${found.player || "nobody"}, ${found.at}` : label(id);
  };

  /** Leaders on the map; the player needs another Leader of his own to meet them (10.15). */
  function targets() {
    const own = ON_MAP.filter(({ id, player }) => player === ME && isLeader(id)).map(({ id }) => id);
    return ON_MAP
      .map(({ id }) => id)
      .filter((id) => isLeader(id) && own.some((leader) => leader !== id))
      .sort((one, other) => one - other);
  }

  /** Assassin Markers in hand, and those a trade may bring. */
  const assassinMarkers = () =>
    Math.min(
      OWN.assassin + sheet.trades.reduce((total, order) => total + order.for.assassin, 0),
      POLITICS.assassination.length,
    );

  // Attacks.

  const knownTarget = (part, order) => COMBAT[part].find((one) => one.at === order.at && one.against === order.against);
  const ownerWords = (player) => (SOLITAIRE ? `${PLAYER_NAMES.get(player)}’s` : `Player ${player}’s`);
  const stackWords = (stack) =>
    `${stack.player ? ownerWords(stack.player) : "nobody’s"} ${colorOf(stack.units)} stack ${labels(stack.units)} (${sum(stack.units)})`;

  function beginAttacks(part) {
    const after = groundAfterSteals();
    const found = COMBAT[part].filter(
      (one) => after.stackOf(one.against) && !attacked(one.against, null) && freeAttackers(part, one, null).length,
    );
    if (!found.length)
      return [note(part === "attacks" ? "Nothing more can be attacked." : "No Blue stack can be subverted.")];
    return [choices(found.map((one) => attackButton(part, one, after)))];
  }

  function attackButton(part, one, after) {
    const stack = after.stackOf(one.against);
    return button(`${one.at}: ${stackWords(stack)}`, `${part}/new/${one.at}/${one.against}`, () => {
      const [first] = freeAttackers(part, one, null);
      ui.at = "";
      return add(part, {
        at: one.at,
        against: one.against,
        with: [first],
        min_odds: "",
        losses: [],
        enemy_losses: [],
        capture: [],
      });
    });
  }

  /** 8.25: who is named by other attacks of the sheet: each attacks once, and is attacked once. */
  const otherAttacks = (order) => [...list("attacks"), ...list("subversion")].filter((other) => other !== order);
  const attacked = (id, order) => otherAttacks(order).some((other) => other.against === id);
  const attacks = (id, order) => otherAttacks(order).some((other) => other.with.includes(id));
  const freeAttackers = (part, target, order) => target.with.filter((id) => !attacks(id, order));

  function strengths(part, order) {
    const after = groundAfterSteals();
    const units = (id) => (after.stackOf(id) || { units: [] }).units;
    const factor = part === "subversion" ? BOARD.odds.doubled : 1;
    return {
      attack: factor * order.with.reduce((total, id) => total + sum(units(id)), 0),
      defense: sum(units(order.against)),
    };
  }

  /** 8.0: the column for these Strength Points, looked up; null below the least. */
  function column({ attack, defense }) {
    const least = BOARD.odds.least[defense - 1] || [];
    const reached = least.filter((points) => attack >= points).length;
    return reached ? Object.keys(BOARD.odds.columns)[reached - 1] : null;
  }

  function attackWrong(part, order) {
    const target = knownTarget(part, order);
    const after = groundAfterSteals();
    if (!target || !after.stackOf(order.against)) return "There is nothing to attack any more.";
    if (
      attacked(order.against, order) &&
      before(part, order)
        .concat(part === "attacks" ? list("subversion") : [])
        .some((other) => other.against === order.against)
    ) {
      return "It is attacked by another of your orders.";
    }
    if (!order.with.length) return "Choose who attacks.";
    if (order.with.some((id) => !target.with.includes(id) || !after.stackOf(id) || attacks(id, order)))
      return "A stack cannot take part, or attacks already.";
    if (target.apart.some((two) => two.every((id) => order.with.includes(id)))) return "These stacks do not combine.";
    const odds = column(strengths(part, order));
    if (hopeful(target, order)) return "";
    if (!odds) return "The odds are below 1:2, so there is no attack.";
    const all = Object.keys(BOARD.odds.columns);
    return order.min_odds && all.indexOf(order.min_odds) > all.indexOf(odds)
      ? "The odds are below those you ask for."
      : "";
  }

  /** Whether the odds may get better before the attack is made, by what others do. */
  const hopeful = (target, order) =>
    target.hope.some((some) => some.length === order.with.length && some.every((id) => order.with.includes(id)));

  function attackWords(part, order) {
    const after = groundAfterSteals();
    const stack = after.stackOf(order.against);
    const odds = order.with.length && stack ? column(strengths(part, order)) : null;
    const verb = part === "attacks" ? "attack" : "subvert";
    return `${order.at}: ${order.with.map(label).join(", ") || "…"} ${verb}${order.with.length === 1 ? "s" : ""} ${stack ? stackWords(stack) : label(order.against)}${odds ? ` at ${odds}` : ""}`;
  }

  /** Who attacks; what was said of those who no longer do is forgotten. */
  function joinIn(order, stacks, after) {
    order.with = stacks;
    const there = stacks.flatMap((id) => after.stackOf(id).units);
    order.losses = order.losses.filter((id) => there.includes(id));
    order.capture = order.capture.filter((id) => id === "none" || there.includes(id));
  }

  function attackForm(part, order, key) {
    const target = knownTarget(part, order);
    const after = groundAfterSteals();
    const stack = after.stackOf(order.against);
    if (!target || !stack) return [];
    const apart = (id) =>
      target.apart.some((two) => two.includes(id) && two.some((other) => other !== id && order.with.includes(other)));
    const free = freeAttackers(part, target, order).filter(
      (id) => after.stackOf(id) && (order.with.includes(id) || !apart(id)),
    );
    const own = order.with.flatMap((id) => after.stackOf(id).units).filter((id) => !isImperial(id));
    const { attack, defense } = strengths(part, order);
    const odds = column({ attack, defense });
    const columns = Object.keys(BOARD.odds.columns);
    const hope = hopeful(target, order);
    const least = hope ? columns : columns.slice(0, columns.indexOf(odds) + 1);
    const options = (ids) => ids.map((id) => [id, label(id)]);
    const captors = own.filter(
      (id) => isLeader(id) || (["blue", "green"].includes(unit(id).color) && !isLeader(after.stackOf(id).units[0])),
    );
    return [
      checks(
        "Who attacks",
        `${key}/with`,
        free.map((id) => [id, `${labels(after.stackOf(id).units)} (${sum(after.stackOf(id).units)})`]),
        order.with,
        (next) => joinIn(order, next, after),
      ),
      h(
        "p",
        { class: "desk-odds" },
        odds
          ? `${attack} against ${defense}: odds ${odds}. ${chances(BOARD.odds.columns[odds])}.`
          : `${attack} against ${defense}: below 1:2, so as things stand there is no attack.`,
      ),
      hope && order.with.length ? note("Others may better the odds before this attack comes up.") : null,
      BOARD.conditions === "allowed" && least.length
        ? select(
            "Call it off below",
            `${key}/odds`,
            [["", "never"], ...least.map((one) => [one, one])],
            order.min_odds,
            (one) => {
              order.min_odds = one;
            },
          )
        : null,
      part === "attacks"
        ? ordered("Your losses in an exchange, first to last", `${key}/losses`, options(own), order.losses, (next) => {
            order.losses = next;
          })
        : null,
      part === "attacks" && stack.player === null
        ? ordered(
            "Their losses in an exchange, first to last",
            `${key}/enemy`,
            options(stack.units.filter((id) => !isImperial(id))),
            order.enemy_losses,
            (next) => {
              order.enemy_losses = next;
            },
          )
        : null,
      part === "attacks" && (stack.units.some(isImperial) || order.capture.length)
        ? ordered(
            "Who takes a captured Imperial unit",
            `${key}/capture`,
            [...options(captors), ["none", "nobody"]],
            order.capture,
            (next) => {
              order.capture = next;
            },
          )
        : null,
    ];
  }

  // Purges.

  const takeWords = (take) => (take === "any" ? "anything" : take === "politburo" ? "a Politburo Marker" : label(take));
  const promisedElsewhere = (order) =>
    others("purges", order).reduce((total, other) => total + (Number(other.markers) || 0), 0);

  function purgeWrong(order) {
    const { purge } = POLITICS;
    if (!purge) return "A Purge was held already.";
    const alone = order.committee.length === 1;
    if (!order.committee.includes(ME) || !order.committee.every((letter) => letter === ME || OTHERS.includes(letter)))
      return "Choose the Committee.";
    if (Number(order.markers) > OWN.politburo - promisedElsewhere(order)) return "You do not hold so many markers.";
    if (alone && (OWN.politburo < purge.needed || (order.markers !== "" && order.markers < purge.needed))) {
      return `Choose who else is of the Committee: it needs ${purge.needed} markers.`;
    }
    if (!order.participants.length) return "";
    if (!order.participants.includes(ME) || !order.participants.every((letter) => order.committee.includes(letter)))
      return "Choose who takes part.";
    if (!order.target || order.committee.includes(order.target)) return "Choose who is to be purged.";
    const fits = order.spoils.every(
      ({ to, take }) =>
        order.committee.includes(to) && (typeof take === "string" || (POLITICS.red[order.target] || []).includes(take)),
    );
    return fits ? "" : "A prize is for nobody of the Committee, or not to be had.";
  }

  function purgeWords(order) {
    const markers =
      order.markers === "" ? "all markers not promised elsewhere" : plural(Number(order.markers), "marker", "markers");
    if (!order.participants.length) return `Committee of ${sign(order.committee)}: consent, ${markers}`;
    return `Committee of ${sign(order.committee)}: ${sign(order.participants)} purge ${order.target || "…"}, ${markers}`;
  }

  function purgeData(order) {
    const consent = !order.participants.length;
    const data = { committee: order.committee };
    if (!consent) Object.assign(data, { participants: order.participants, target: order.target });
    if (order.markers !== "") data.markers = order.markers;
    if (!consent && order.spoils.length) data.spoils = order.spoils.map(({ to, take }) => ({ to, take: name(take) }));
    return data;
  }

  function purgeForm(order, key) {
    const most = Math.max(OWN.politburo - promisedElsewhere(order), 0);
    const counts = Array.from({ length: most + 1 }, (_, n) => [n, String(n)]);
    const form = [
      checks("The Committee", `${key}/committee`, playerOptions([ME, ...OTHERS].sort()), order.committee, (next) => {
        order.committee = next.includes(ME) ? next.sort() : [ME, ...next].sort();
        order.participants = order.participants.filter((letter) => order.committee.includes(letter));
      }),
      select(
        "Your markers for it",
        `${key}/markers`,
        [["", "all not promised elsewhere"], ...counts],
        order.markers,
        (n) => {
          order.markers = n;
        },
      ),
    ];
    if (!order.participants.length) return form;
    const victims = [...OTHERS].filter((letter) => !order.committee.includes(letter));
    const members = playerOptions(order.committee);
    const takes = [
      ["any", "anything"],
      ["politburo", "a Politburo Marker"],
      ...((POLITICS.red || {})[order.target] || []).map((id) => [id, targetWords(id)]),
    ];
    const rows = order.spoils.map((spoil, index) =>
      h(
        "li",
        null,
        h("span", { class: "say" }, `${index + 1}. ${spoil.to}: ${takeWords(spoil.take)}`),
        button(
          "Take out",
          `${key}/spoils/${index}/out`,
          () => {
            order.spoils.splice(index, 1);
          },
          { class: "small", "aria-label": `Take out: ${spoil.to}, ${takeWords(spoil.take)}` },
        ),
      ),
    );
    return [
      ...form,
      ordered("Who takes part, in this order", `${key}/participants`, members, order.participants, (next) => {
        order.participants = next.includes(ME) ? next : [...next, ME];
      }),
      select(
        "Who is purged",
        `${key}/target`,
        [["", "choose …"], ...playerOptions(victims)],
        order.target,
        (letter) => {
          order.target = letter;
          order.spoils = [];
        },
      ),
      purgeOdds(order),
      fieldset(
        "Spoils (none listed: shared equally; all participants must list the same)",
        rows.length ? h("ol", { class: "desk-list" }, rows) : null,
        select("For", `${key}/spoils/to`, members, ui.spoil || ME, (letter) => {
          ui.spoil = letter;
        }),
        select("Add a prize", `${key}/spoils/add`, [["", "choose …"], ...takes], "", (take) => {
          if (take !== "") order.spoils.push({ to: order.committee.includes(ui.spoil) ? ui.spoil : ME, take });
        }),
      ),
    ];
  }

  /** 11.4: the chances of the Purge with the player's own markers, and with more of the others'. */
  function purgeOdds(order) {
    const { leadership, columns } = POLITICS.purge;
    const own = order.markers === "" ? Math.max(OWN.politburo - promisedElsewhere(order), 0) : order.markers;
    const base = order.participants.reduce((total, letter) => total + leadership[letter], 0) + own;
    if (base < 1) return note("The strength is below 1, so there is no Purge.");
    const at = columns.filter(([least]) => base >= least).length - 1;
    return h(
      "div",
      { class: "desk-odds" },
      h(
        "p",
        null,
        `Strength ${base}: Red Leadership of those who take part, and your markers. The others’ markers come on top.`,
      ),
      h(
        "ul",
        null,
        columns
          .slice(at)
          .map(([, name, results], index) =>
            h("li", null, `${index ? "Strength" : "As it is, strength"} ${name}: ${points(results)}`),
          ),
      ),
    );
  }

  // --- orders that are no lists ----------------------------------------------------------------------------------

  function conditional() {
    const execution = POLITICS.execution;
    const own = ON_MAP.filter(({ id, player }) => player === ME && !isImperial(id)).map(({ id }) => id);
    const stand = (key, there) =>
      there
        ? choices(
            check("keep for later Phases", `standing/${key}`, sheet.standing.includes(key), (on) => {
              sheet.standing = ticked(sheet.standing, key, on);
            }),
          )
        : null;
    const first = !FIGHTING;
    const setLosses = (next) => {
      sheet.losses = next;
      if (first && !sheet.standing.includes("losses")) sheet.standing.push("losses");
    };
    return [
      execution
        ? fieldset(
            "Execution of the Czar",
            checks(
              `You agree to order it, with (together you must hold ${execution.needed} Politburo Markers)`,
              "execute",
              playerOptions(OTHERS),
              sheet.execute_czar.filter((letter) => letter !== ME),
              (next) => {
                sheet.execute_czar = next.length ? [...next, ME].sort() : [];
              },
            ),
            execution.red
              ? null
              : note("The Czar is with no Red Leader now; unless that changes the order has no effect."),
            select(
              "If you are ordered to execute him",
              "ordered",
              [
                ["", "answer later"],
                ["comply", "comply"],
                ["refuse", "refuse"],
              ],
              sheet.if_ordered_to_execute_czar,
              (word) => {
                sheet.if_ordered_to_execute_czar = word;
              },
            ),
            stand("if_ordered_to_execute_czar", sheet.if_ordered_to_execute_czar),
          )
        : null,
      OWN.asked
        ? fieldset(
            "The order to execute the Czar",
            check("You were ordered to execute the Czar, and comply", "comply", sheet.comply_with_execution, (on) => {
              sheet.comply_with_execution = on;
            }),
          )
        : null,
      ordered(
        first
          ? "Losses in exchanges of later Phases, first to last"
          : "Losses in every exchange whose attack names none, and when defending",
        "losses",
        own.map((id) => [id, label(id)]),
        sheet.losses,
        setLosses,
      ),
      first ? null : stand("losses", sheet.losses.length),
      list("counterpurge").length ? fieldset("Counterpurges", stand("counterpurge", true)) : null,
      BOARD.parts.includes("end_game") &&
        fieldset(
          "End of the game",
          check("You agree to end it, as soon as the rules allow", "end", sheet.end_game, (on) => {
            sheet.end_game = on;
            if (first && on && !sheet.standing.includes("end_game")) sheet.standing.push("end_game");
          }),
          first ? null : stand("end_game", sheet.end_game),
        ),
      Object.keys(OWN.standing).length
        ? fieldset(
            "What stands of your earlier orders",
            Object.entries(OWN.standing).map(([key, words]) =>
              choices(
                check(`end this: ${words.join(" ")}`, `ended/${key}`, sheet.ended.includes(key), (on) => {
                  sheet.ended = ticked(sheet.ended, key, on);
                }),
              ),
            ),
          )
        : null,
    ];
  }

  function leaving() {
    return [
      BOARD.parts.includes("quit") &&
        check(
          "Leave the campaign for good. Nothing else on the sheet is carried out. [14.2]",
          "quit",
          sheet.quit,
          (on) => {
            sheet.quit = on;
          },
        ),
      text(
        "Salt: any words, mixed into this Phase’s dice (you may leave it empty)",
        "salt",
        sheet.salt,
        (words) => {
          sheet.salt = words;
        },
        { maxlength: 200 },
      ),
    ];
  }

  // --- the map ---------------------------------------------------------------------------------------------------

  const map = document.querySelector(".map-frame svg");
  const shapeOf = (code) => map && map.querySelector(`[data-province="${code}"]`);

  let painted = new Map(); // by province its marks

  function paintMap() {
    if (!map) return;
    const marks = mapMarks();
    for (const code of new Set([...painted.keys(), ...marks.keys()])) {
      const [last, now] = [painted.get(code) || [], marks.get(code) || []];
      const shape = last.join() === now.join() ? null : shapeOf(code);
      if (!shape) continue;
      shape.classList.remove(...last);
      shape.classList.add(...now);
    }
    painted = marks;
  }

  /** How the provinces of the move that is being put together are marked, or the one that was clicked. */
  function mapMarks() {
    const marks = new Map();
    const mark = (code, name) => marks.set(code, [...(marks.get(code) || []), name]);
    const order = openMove();
    if (!order) {
      const at = openLeader() ? openLeader().at : ui.at;
      if (at) mark(at, "desk-here");
      return marks;
    }
    const on = onTheWay(order);
    new Set(order.route.map((step) => step.at)).forEach((code) => mark(code, "desk-way"));
    mark(on.at, "desk-here");
    for (const code of nextSteps(on)) {
      mark(code, "desk-next");
      if (stopIn(on, code)) mark(code, "desk-halt");
    }
    return marks;
  }

  /** The move that is being put together, if one is. */
  function openMove() {
    const [part, index] = ui.open.split("/");
    return part === "moves" ? sheet.moves[Number(index)] : undefined;
  }

  /** The Leader who is being brought on, if one is. */
  function openLeader() {
    const [part, index] = ui.open.split("/");
    return part === "leaders" ? sheet.leaders[Number(index)] : undefined;
  }

  function clicked(code) {
    const order = openMove();
    const leader = openLeader();
    if (leader && codes(OWN.leaders.provinces).includes(code)) {
      putLeader(leader, code);
      changed(undefined, { keepFocus: true });
      say(KINDS.leaders.say(leader));
      return;
    }
    if (!order) {
      ui.at = ui.at === code ? "" : code;
      changed(undefined, { keepFocus: true });
      return;
    }
    const on = onTheWay(order);
    if (nextSteps(on).includes(code)) {
      addStep(order, code);
      changed(undefined, { keepFocus: true });
    } else say(`${place(code)} cannot be entered from ${on.at}.`);
  }

  /** What is at hand while the map is looked at: the move that is being put together, or who is in a province. */
  function bar() {
    const order = openMove();
    if (order) {
      const key = ui.open;
      const on = onTheWay(order);
      return [
        h("p", null, h("strong", null, moveWords(order))),
        h(
          "p",
          { class: on.stopped ? "desk-stop" : "" },
          on.wrong || routeWords(order, on, nextSteps(on)).replace(/ Next, here or on the map:$/, ""),
        ),
        choices(
          order.route.length > 1
            ? button("Back one step", "bar/back", () => {
                order.route.pop();
              })
            : null,
          button("Details", "bar/details", () => `${key}/here`),
          button("Done", "bar/done", () => {
            ui.open = "";
          }),
        ),
      ];
    }
    if (openLeader()) {
      return [
        h("p", null, h("strong", null, KINDS.leaders.say(openLeader()))),
        choices(
          button("Details", "bar/details", () => `${ui.open}/leader`),
          button("Done", "bar/done", () => {
            ui.open = "";
          }),
        ),
      ];
    }
    if (!ui.at) return null;
    const leaders =
      OWN.leaders && leadersLeft() > 0 && codes(OWN.leaders.provinces).includes(ui.at)
        ? [
            button("Bring on a Leader here", "bar/leader", () => {
              const at = ui.at;
              ui.at = "";
              return add("leaders", { leader: "", at, with: [] }, "leader");
            }),
          ]
        : [];
    const moves = MOVING
      ? movable(ground)
          .filter((one) => one.at === ui.at)
          .map((one) => forceButton(one, "bar"))
      : [];
    const fights = FIGHTING
      ? ["attacks", "subversion"].flatMap((part) => {
          const after = groundAfterSteals();
          const found = COMBAT[part].filter(
            (one) =>
              one.at === ui.at &&
              after.stackOf(one.against) &&
              !attacked(one.against, null) &&
              freeAttackers(part, one, null).length,
          );
          return found.map((one) => attackButton(part, one, after));
        })
      : [];
    return [
      h(
        "p",
        null,
        h("strong", null, place(ui.at)),
        leaders.length || moves.length || fights.length ? ": choose" : ": nothing to order here",
      ),
      choices(
        ...leaders,
        ...moves,
        ...fights,
        button("Close", "bar/close", () => {
          ui.at = "";
        }),
      ),
    ];
  }

  // --- the desk as a whole ---------------------------------------------------------------------------------------

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
})();
