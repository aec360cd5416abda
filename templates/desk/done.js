/* What a force does in a province: drop, pick up, remove, join (R10, R13, R14). */

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
