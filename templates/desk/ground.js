/* Where things lie after the orders given so far. */

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
